/** Buffers messages of the embedding side until the app is loaded, and responds to pings meanwhile. */
import type { FromFrame } from '#contract/bridge/bridge.ts'

/** Receives a raw message and its sender's origin. */
export type RawMessageHandler = (data: unknown, origin: string) => void

export type Mailbox = {
  /** Accepts a message. */
  accept: RawMessageHandler
  /** Delivers buffered and future messages; never before the function has returned. */
  listen: (receive: RawMessageHandler) => void
}

/** @param onRawMessage receives every message immediately, before the listener */
export function makeMailbox(send: (message: FromFrame) => void, onRawMessage?: RawMessageHandler): Mailbox {
  let listener: RawMessageHandler | undefined
  const buffered: Parameters<RawMessageHandler>[] = []
  return {
    accept(data, origin) {
      // Before the app: if already loaded, it takes over what the pre-session starts here instead of starting it
      // a second time.
      onRawMessage?.(data, origin)
      if (listener) listener(data, origin)
      else if (Object(data).type === 'ping') send({ type: 'pong' })
      else buffered.push([data, origin])
    },
    listen(receive) {
      queueMicrotask(() => {
        listener = receive
        for (const message of buffered.splice(0)) receive(...message)
      })
    },
  }
}
