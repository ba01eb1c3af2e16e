/** The page in the frame. */
import { startApp } from './boot/start.tsx'
import { transportOf } from './bridge/bridge.ts'
import { handshake, takeOpening } from './first.ts'

void startApp({ open: handshake && transportOf(handshake), takeOpening })
