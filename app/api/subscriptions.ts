/** What the panels of one app want quotes of, counted by symbol: there before the feed is, and through every reconnection. */
import type { Stop } from '#app/state/stop.ts'

/** Whoever brings the quotes. */
type Server = {
  /** The symbols that are subscribed to are others than before; called once per turn. */
  changed: () => void
  /** Connect now instead of when the back-off ends. */
  retry: () => void
}

export type Subscriptions = {
  /** Every symbol that is subscribed to, the oldest subscription first. */
  symbols: () => string[]
  /** Asks for symbols' quotes until the returned function is called. Works before there is a feed. */
  subscribe: (symbols: readonly string[]) => Stop
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
    symbols: () => [...counts.keys()],
    subscribe(symbols) {
      for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
      tell()
      return () => {
        for (const symbol of symbols) {
          const left = (counts.get(symbol) ?? 1) - 1
          if (left) counts.set(symbol, left)
          else counts.delete(symbol)
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
