/** What the panels want quotes of, counted by symbol: there before the feed is, and through every reconnection. */

import type { Stop } from '#app/state/stop.ts'

/** Whoever brings the quotes. */
type Server = {
  /** The subscribedSymbols symbols are others than before; called once per turn. */
  changed: () => void
  /** Connect now instead of when the back-off ends. */
  retry: () => void
}

const counts = new Map<string, number>()
let server: Server | undefined
let telling = false

/** Every symbol that is subscribed to, the oldest subscription first. */
export const subscribedSymbols = (): string[] => [...counts.keys()]

/** Once per turn: a row that scrolls out and in again costs nothing. */
function tell(): void {
  if (telling) return
  telling = true
  queueMicrotask(() => {
    telling = false
    server?.changed()
  })
}

/** Asks for a symbol's quotes until the returned function is called. Works before there is a feed. */
export function subscribe(symbols: readonly string[]): Stop {
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
}

/** Makes `next` the one who brings the quotes, until the returned function is called. */
export function serveSubscriptions(next: Server): Stop {
  server = next
  return () => {
    if (server === next) server = undefined
  }
}

/** Connects now instead of when the back-off ends. */
export const retryFeed = (): void => server?.retry()
