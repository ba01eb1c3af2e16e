/**
 * The bootstrap script: before the app is loaded, it answers the embedding page's handshake, opens the
 * session, and sends the first requests (pre-session.ts).
 */
import { createPreSession } from './pre-session.ts'
import { type Handshake, openHandshake } from '#app/bridge/handshake.ts'
import { findShell, openNative } from '#app/bridge/native.ts'

const { onRawMessage, take, done } = createPreSession((message) => handshake?.say(message))

/** Hands the session over to the app. */
export const takePreSession = take
/** Resolves once all first requests have been sent. */
export const requestsSent = done

/**
 * The transport to the embedding page, or an app's native code, for the app when it is loaded; undefined
 * without one.
 */
export const handshake: Handshake | undefined = open()

function open(): Handshake | undefined {
  if (window.parent !== window) return openHandshake(onRawMessage)
  const shell = new URLSearchParams(location.search).has('toplevel') && findShell()
  return shell ? openNative(shell, onRawMessage) : undefined
}
