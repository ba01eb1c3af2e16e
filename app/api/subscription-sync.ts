/** Synchronises the app's subscriptions with the server: sends the subscriptions that were added or removed. */
import { maxOptions, maxSymbols } from '#contract/feed.ts'
import type { Subscriptions } from './subscriptions.ts'

/** Groups the contract ids of option keys by symbol. */
function contractsBySymbol(keys: readonly string[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const key of keys) {
    const [symbol = '', ...id] = key.split(' ')
    grouped.set(symbol, [...(grouped.get(symbol) ?? []), id.join(' ')])
  }
  return grouped
}

const isOption = (key: string): boolean => key.includes(' ')

/**
 * Returns the synchronisation of one new connection, which has no subscriptions yet. Each call sends the
 * changes since the previous call.
 */
export function makeSubscriptionSync({ allKeys }: Subscriptions): (socket: WebSocket) => void {
  let synced = new Set<string>()
  return (socket) => {
    const subscribed = allKeys()
    // Newer subscriptions belong to newer content, so the oldest are dropped beyond the limits.
    const current = new Set([
      ...subscribed.filter((key) => !isOption(key)).slice(-maxSymbols),
      ...subscribed.filter(isOption).slice(-maxOptions),
    ])
    const removed = [...synced].filter((key) => !current.has(key))
    const added = [...current].filter((key) => !synced.has(key))
    // Unsubscribes first, to make room for new subscriptions.
    for (const [type, keys] of [
      ['unsubscribe', removed],
      ['subscribe', added],
    ] as const) {
      const symbols = keys.filter((key) => !isOption(key))
      if (symbols.length) socket.send(JSON.stringify({ type, symbols }))
      for (const [symbol, contracts] of contractsBySymbol(keys.filter(isOption)))
        socket.send(JSON.stringify({ type: `${type}-options`, symbol, contracts }))
    }
    synced = current
  }
}
