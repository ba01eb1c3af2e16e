/** Buffers messages of the embedding side until the app is loaded, and answers pings meanwhile. */
import type { FromFrame } from '#contract/bridge/bridge.ts'

/** Receives a raw message and its sender's origin. */
export type Receive = (data: unknown, origin: string) => void

export type Mailbox = {
  /** Accepts a message. */
  take: Receive
  /** Delivers buffered and future messages, never before it has returned. */
  listen: (hear: Receive) => void
}

/** @param onRawMessage receives every message immediately, before the listener */
export function makeMailbox(say: (message: FromFrame) => void, onRawMessage?: Receive): Mailbox {
  let hear: Receive | undefined
  const early: Parameters<Receive>[] = []
  return {
    take(data, origin) {
      // First: the app, if loaded, takes over what the pre-session has started, and would start it again
      // otherwise.
      onRawMessage?.(data, origin)
      if (hear) hear(data, origin)
      else if (Object(data).type === 'ping') say({ type: 'pong' })
      else early.push([data, origin])
    },
    listen(next) {
      queueMicrotask(() => {
        hear = next
        for (const message of early.splice(0)) next(...message)
      })
    },
  }
}
