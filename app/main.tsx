/** The page in the frame. */
import type { PreSession } from './boot/session/pre-session.ts'
import { startApp } from './boot/start.tsx'
import { transportOf } from './bridge/bridge.ts'
import type { Handshake } from './bridge/handshake.ts'

/** Starts the app with what the first script has begun. */
export function run(handshake: Handshake | undefined, takePreSession: () => PreSession | undefined): void {
  void startApp({ open: handshake && transportOf(handshake), takePreSession })
}
