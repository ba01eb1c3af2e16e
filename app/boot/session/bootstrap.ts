/**
 * The bootstrap script: before the app is loaded, it answers the embedding page's handshake, opens the
 * session, and sends the first requests (pre-session.ts).
 */
import { createPreSession } from './pre-session.ts'
import { type Handshake, openHandshake } from '#app/bridge/handshake.ts'
import { findNativeBridge, openNative } from '#app/bridge/native.ts'

const { onRawMessage, take, allSent } = createPreSession((message) => handshake?.send(message))

/** Hands the session over to the app. */
export const takePreSession = take
/** Resolves once all first requests have been sent. */
export const requestsSent = allSent

/**
 * The transport to the embedding page, or to an app's native code; undefined without either. The app takes it over
 * when it is loaded.
 */
export const handshake: Handshake | undefined = open()

function open(): Handshake | undefined {
  if (window.parent !== window) return openHandshake(onRawMessage)
  const bridge = new URLSearchParams(location.search).has('toplevel') && findNativeBridge()
  return bridge ? openNative(bridge, onRawMessage) : undefined
}
