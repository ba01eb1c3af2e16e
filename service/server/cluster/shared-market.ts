/**
 * One market connection for all nodes: the holder of the lease `source` watches the symbols that any node's
 * clients subscribe to and publishes changes; the others receive them through Redis. Without Redis every node
 * watches for itself.
 */
import type { Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { Leases } from './leases.ts'
import type { RedisLink } from './redis-link.ts'
import { createRelay } from './quote-relay.ts'
import type { Relay } from './quote-relay.ts'

export type SharedMarket = {
  readonly market: Market
  /** Whether this node watches the market: for all, or for itself while it is cut off. */
  readonly isSource: () => boolean
  /** Ends the sharing. The caller closes the market. */
  readonly stop: () => Promise<void>
}

export type SharedMarketParts = {
  readonly market: Market
  readonly url: string
  readonly prefix: string
  readonly node: string
  readonly leases: Pick<Leases, 'stand'>
  readonly openRelay?: typeof createRelay
} & Pick<Parameters<typeof createRelay>[0], 'log' | 'elapsed'>

/** Batching interval of changes, milliseconds: clients get quotes at most four times a second. */
const gatherMs = 100

type Listener = (quote: Quote) => void

export function sharedMarket(parts: SharedMarketParts): SharedMarket {
  const { market, leases, openRelay = createRelay } = parts
  const listeners = new Map<string, Set<Listener>>()
  const watched = new Map<string, Stop>()
  const changed = new Map<string, Quote>()
  let term = 0

  const deliver = (quote: Quote) => {
    for (const listener of listeners.get(quote.symbol) ?? []) listener(quote)
  }
  const relay: Relay & Pick<RedisLink, 'close'> = openRelay({
    ...parts,
    wanted: () => [...listeners.keys()],
    heard: (quotes) => {
      if (!isSource()) for (const quote of quotes) deliver(quote)
    },
    changed: () => settle(),
  })
  const isSource = () => term > 0 || !relay.isConnected()

  /** Watches exactly the symbols that this node should watch. */
  const settle = () => {
    const symbols = new Set(isSource() ? listeners.keys() : [])
    if (term > 0) for (const symbol of relay.wantedElsewhere()) symbols.add(symbol)
    for (const [symbol, stop] of watched) {
      if (symbols.has(symbol)) continue
      stop()
      watched.delete(symbol)
    }
    for (const symbol of symbols) {
      if (watched.has(symbol)) continue
      watched.set(
        symbol,
        market.watch([symbol], (quote) => {
          deliver(quote)
          if (term > 0 && relay.wantedElsewhere().has(quote.symbol)) changed.set(quote.symbol, quote)
        }),
      )
    }
  }
  const publish = setInterval(() => {
    if (changed.size === 0 || term === 0) return
    relay.publish(term, [...changed.values()])
    changed.clear()
  }, gatherMs)
  const stopStanding = leases.stand('source', (won) => {
    term = won
    settle()
    return () => {
      term = 0
      changed.clear()
      settle()
    }
  })

  return {
    market: { ...market, watch: (symbols, onQuote) => follow(listeners, symbols, onQuote, wantsOther) },
    isSource,
    async stop() {
      clearInterval(publish)
      await stopStanding()
      await relay.close()
      for (const stop of watched.values()) stop()
      watched.clear()
    },
  }
  function wantsOther() {
    settle()
    relay.tellWanted()
  }
}

/** Adds a listener to each symbol; calls `wantsOther` if the set of subscribed symbols changes. */
function follow(
  listeners: Map<string, Set<Listener>>,
  symbols: readonly string[],
  onQuote: Listener,
  wantsOther: () => void,
): Stop {
  // The same function may be passed twice: each call is a separate listener.
  const own: Listener = (quote) => onQuote(quote)
  const before = listeners.size
  for (const symbol of symbols) {
    const all = listeners.get(symbol)
    if (all) all.add(own)
    else listeners.set(symbol, new Set([own]))
  }
  if (listeners.size !== before) wantsOther()
  return () => {
    const size = listeners.size
    for (const symbol of symbols) {
      const all = listeners.get(symbol)
      all?.delete(own)
      if (all?.size === 0) listeners.delete(symbol)
    }
    if (listeners.size !== size) wantsOther()
  }
}
