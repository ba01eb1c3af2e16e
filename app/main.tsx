/** The page in the frame. */
import { startApp } from './boot/start.tsx'
import { openPort } from './bridge/bridge.ts'
import { handshake } from './first.ts'

void startApp({ open: handshake && openPort(handshake) })
