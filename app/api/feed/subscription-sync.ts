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

/** Returns the symbol of a symbol's key, or the OSI symbol of an option's key, as the server's frames have it. */
const idOf = (key: string): string => key.slice(key.indexOf(' ') + 1)

/** Synchronisation of one connection. */
export type SubscriptionSync = {
  /** Sends the changes since the previous call. */
  sendChanges: (socket: WebSocket) => void
  /** Omits a symbol or contract from now on, because the server has refused to send its quotes. */
  refuse: (id: string) => void
}

/** Returns the synchronisation of a new connection, which has no subscriptions yet. */
export function makeSubscriptionSync({ allKeys }: Subscriptions): SubscriptionSync {
  let synced = new Set<string>()
  const refused = new Set<string>()
  const isServed = (key: string): boolean => !refused.has(idOf(key))
  const sendChanges = (socket: WebSocket): void => {
    const subscribed = allKeys().filter(isServed)
    // Newer subscriptions belong to newer content, so the oldest are dropped beyond the limits.
    const current = new Set([
      ...subscribed.filter((key) => !isOption(key)).slice(-maxSymbols),
      ...subscribed.filter(isOption).slice(-maxOptions),
    ])
    // The server has removed refused subscriptions itself.
    const removed = [...synced].filter((key) => !current.has(key) && isServed(key))
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
  return { sendChanges, refuse: (id) => void refused.add(id) }
}
