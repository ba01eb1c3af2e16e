/** Synchronises subscriptions with a server: sends the difference to the last state. */
import { maxOptions, maxSymbols } from '#contract/feed.ts'
import type { Subscriptions } from './subscriptions.ts'

/** Contracts by the symbol they are on. */
function bySymbol(keys: readonly string[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const key of keys) {
    const [symbol = '', ...id] = key.split(' ')
    grouped.set(symbol, [...(grouped.get(symbol) ?? []), id.join(' ')])
  }
  return grouped
}

const isOption = (key: string): boolean => key.includes(' ')

/** For one connection, of which nothing is wanted yet. */
export function makeSubscriptionSync({ wanted }: Subscriptions): (socket: WebSocket) => void {
  let told = new Set<string>()
  return (socket) => {
    const all = wanted()
    // Later subscriptions come from what is on screen now; the oldest beyond the limits give way.
    const now = new Set([
      ...all.filter((key) => !isOption(key)).slice(-maxSymbols),
      ...all.filter(isOption).slice(-maxOptions),
    ])
    const gone = [...told].filter((key) => !now.has(key))
    const fresh = [...now].filter((key) => !told.has(key))
    // Unsubscribes first, to make room for new subscriptions.
    for (const [type, keys] of [
      ['unsubscribe', gone],
      ['subscribe', fresh],
    ] as const) {
      const symbols = keys.filter((key) => !isOption(key))
      if (symbols.length) socket.send(JSON.stringify({ type, symbols }))
      for (const [symbol, contracts] of bySymbol(keys.filter(isOption)))
        socket.send(JSON.stringify({ type: `${type}-options`, symbol, contracts }))
    }
    told = now
  }
}
