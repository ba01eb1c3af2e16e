/**
 * What waits for nothing: before the app is here, whoever embeds it hears that its widget is there, the session is opened,
 * and the first questions are asked (opening.ts).
 */
import { makeOpening } from './pre-session.ts'
import { type Handshake, openHandshake } from '#app/bridge/handshake.ts'
import { findShell, openNative } from '#app/bridge/native.ts'

const { overhear, take, done } = makeOpening((message) => handshake?.say(message))

/** The session that was begun, for the app to take. */
export const takeOpening = take
/** Resolves once all that can be asked is asked. */
export const asked = done

/** The way to whoever embeds us, a page or an app's native code, for the app when it comes; undefined where nobody does. */
export const handshake: Handshake | undefined = open()

function open(): Handshake | undefined {
  if (window.parent !== window) return openHandshake(overhear)
  const shell = new URLSearchParams(location.search).has('toplevel') && findShell()
  return shell ? openNative(shell, overhear) : undefined
}
