/**
 * The bootstrap script: before the app is loaded, it performs the handshake with the embedding
 * page, opens the session, and sends the first requests (pre-session.ts).
 */
import { createPreSession } from './pre-session.ts'
import { type Handshake, openHandshake } from '#app/bridge/handshake.ts'
import { findNativeBridge, openNative } from '#app/bridge/native.ts'

const preSessionStarter = createPreSession((message) => handshake?.send(message))

export const { takePreSession, sessionRequested } = preSessionStarter

/**
 * The transport to the embedding page, or to an app's native code; undefined without either. The app takes it over
 * when it is loaded.
 */
export const handshake: Handshake | undefined = open()

function open(): Handshake | undefined {
  if (window.parent !== window) return openHandshake(preSessionStarter.onRawMessage)
  const bridge = new URLSearchParams(location.search).has('toplevel') && findNativeBridge()
  return bridge ? openNative(bridge, preSessionStarter.onRawMessage) : undefined
}
