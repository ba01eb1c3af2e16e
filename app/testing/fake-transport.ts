/** An in-process transport for tests, without a window, a port or native code. */
import type { FromFrame } from '#contract/bridge/bridge.ts'
import type { OpenTransport } from '#app/bridge/bridge.ts'
import { makeHello } from '#app/bridge/handshake.ts'

export type FakeTransport = {
  open: OpenTransport
  /** Messages that the app sent since it opened the transport, starting with `hello`. */
  sent: unknown[]
  /** Sends a message to the app, as the embedding page would. */
  post: (message: unknown) => void
}

export function makeFakeTransport(origin: string): FakeTransport {
  const sent: unknown[] = []
  let listener: ((message: unknown) => void) | undefined
  return {
    sent,
    post: (message) => listener?.(message),
    open(receive) {
      listener = (message) => receive(message, origin)
      sent.push(makeHello('fake'))
      return {
        send: (message: FromFrame) => void (listener && sent.push(message)),
        stop: () => (listener = undefined),
      }
    },
  }
}
