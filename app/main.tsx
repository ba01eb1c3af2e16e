/** Entry point of the app's code in the frame. */
import type { PreSession } from './boot/session/pre-session.ts'
import { startApp } from './boot/start.tsx'
import { transportOf } from './bridge/bridge.ts'
import type { Handshake } from './bridge/handshake.ts'

/** Starts the app with the transport and the session that the first script has opened. */
export function run(handshake: Handshake | undefined, takePreSession: () => PreSession | undefined): void {
  void startApp({ open: handshake && transportOf(handshake), takePreSession })
}
