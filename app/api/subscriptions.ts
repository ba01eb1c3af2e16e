/**
 * Reference-counted subscriptions of one app's panels: they exist before the feed does, and through every
 * reconnection. The key of a symbol is the ticker, of an option the ticker, a blank and its OSI symbol.
 */
import type { Stop } from '#app/state/stop.ts'

/** The source of quotes. */
type Server = {
  /** The subscriptions have changed; called once per event-loop turn. */
  changed: () => void
  /** Connect now instead of when the back-off ends. */
  retry: () => void
}

export type Subscriptions = {
  /** Everything that is subscribed to, the oldest subscription first. */
  wanted: () => string[]
  /** Asks for quotes until the returned function is called. Works before there is a feed. */
  subscribe: (keys: readonly string[]) => Stop
  /** Makes this the one who brings the quotes, until the returned function is called. */
  serve: (server: Server) => Stop
  /** Connects now instead of when the back-off ends. */
  retry: () => void
}

export function makeSubscriptions(): Subscriptions {
  const counts = new Map<string, number>()
  let server: Server | undefined
  let telling = false

  /** Once per turn: a row that scrolls out and in again costs nothing. */
  function tell(): void {
    if (telling) return
    telling = true
    queueMicrotask(() => {
      telling = false
      server?.changed()
    })
  }

  return {
    wanted: () => [...counts.keys()],
    subscribe(keys) {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      tell()
      return () => {
        for (const key of keys) {
          const left = (counts.get(key) ?? 1) - 1
          if (left) counts.set(key, left)
          else counts.delete(key)
        }
        tell()
      }
    },
    serve(next) {
      server = next
      return () => {
        if (server === next) server = undefined
      }
    },
    retry: () => server?.retry(),
  }
}
