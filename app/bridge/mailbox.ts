/** Buffers messages of the embedding side until the app is loaded, and responds to pings meanwhile. */
import type { FromFrame } from '#contract/bridge/bridge.ts'

/** Receives a raw message and its sender's origin. */
export type RawMessageHandler = (data: unknown, origin: string) => void

export type Mailbox = {
  /** Passes a message to the listener, or buffers it until a listener is set. */
  accept: RawMessageHandler
  /**
   * Sets the listener. It receives buffered and future messages, always after `listen` has
   * returned.
   */
  listen: (receive: RawMessageHandler) => void
}

/**
 * @param send sends a message to the embedding side
 * @param onRawMessage receives every message immediately, before the listener
 */
export function makeMailbox(send: (message: FromFrame) => void, onRawMessage?: RawMessageHandler): Mailbox {
  let listener: RawMessageHandler | undefined
  const buffered: Parameters<RawMessageHandler>[] = []
  return {
    accept(data, origin) {
      // The pre-session sees `start` before the app does, so that the app takes over the requests that the pre-session
      // has sent instead of repeating them.
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
