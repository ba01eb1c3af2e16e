/** The bridge within one process, for tests: no window, no port, no shell. */
import type { FromFrame } from '#contract/bridge/bridge.ts'
import type { OpenTransport } from '#app/bridge/bridge.ts'
import { makeHello } from '#app/bridge/handshake.ts'

export type FakeTransport = {
  open: OpenTransport
  /** Everything the app has said, the `hello` first. */
  said: unknown[]
  /** Says something to the app, as the embedding side would. */
  tell: (message: unknown) => void
}

export function makeFakeTransport(origin: string): FakeTransport {
  const said: unknown[] = []
  let hearing: ((message: unknown) => void) | undefined
  return {
    said,
    tell: (message) => hearing?.(message),
    open(hear) {
      hearing = (message) => hear(message, origin)
      said.push(makeHello('fake'))
      return {
        say: (message: FromFrame) => void (hearing && said.push(message)),
        stop: () => (hearing = undefined),
      }
    },
  }
}
