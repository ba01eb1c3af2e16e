/**
 * One market connection for all nodes: the holder of the lease `source` watches the symbols that clients of
 * any node subscribe to, and publishes changed quotes over Redis. Without Redis, every node watches for itself.
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
  /** Whether this node watches the market: for all nodes, or only for itself while it is disconnected. */
  readonly isSource: () => boolean
  /** Stops sharing. The caller closes the market. */
  readonly stop: () => Promise<void>
}

export type SharedMarketParts = {
  readonly market: Market
  readonly url: string
  readonly prefix: string
  readonly node: string
  readonly leases: Pick<Leases, 'compete'>
  readonly openRelay?: typeof createRelay
} & Pick<Parameters<typeof createRelay>[0], 'log' | 'elapsed'>

/** Batching interval of changed quotes, milliseconds; shorter than `flushMs`, the interval of updates to clients. */
const publishEveryMs = 100

type Listener = (quote: Quote) => void

export function sharedMarket(parts: SharedMarketParts): SharedMarket {
  const { market, leases, openRelay = createRelay } = parts
  const listeners = new Map<string, Set<Listener>>()
  const watched = new Map<string, Stop>()
  const pendingQuotes = new Map<string, Quote>()
  let fencingToken = 0

  const deliver = (quote: Quote) => {
    for (const listener of listeners.get(quote.symbol) ?? []) listener(quote)
  }
  const relay: Relay & Pick<RedisLink, 'close'> = openRelay({
    ...parts,
    localSymbols: () => [...listeners.keys()],
    onQuotes: (quotes) => {
      if (!isSource()) for (const quote of quotes) deliver(quote)
    },
    onChange: () => updateWatches(),
  })
  const isSource = () => fencingToken > 0 || !relay.isConnected()

  /** Starts and stops watches so that they match the subscriptions that this node serves. */
  const updateWatches = () => {
    const symbols = new Set(isSource() ? listeners.keys() : [])
    if (fencingToken > 0) for (const symbol of relay.remoteSubscriptions()) symbols.add(symbol)
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
          if (fencingToken > 0 && relay.remoteSubscriptions().has(quote.symbol))
            pendingQuotes.set(quote.symbol, quote)
        }),
      )
    }
  }
  const publishTimer = setInterval(() => {
    if (pendingQuotes.size === 0 || fencingToken === 0) return
    relay.publish(fencingToken, [...pendingQuotes.values()])
    pendingQuotes.clear()
  }, publishEveryMs)
  const leaveElection = leases.compete('source', (token) => {
    fencingToken = token
    updateWatches()
    return () => {
      fencingToken = 0
      pendingQuotes.clear()
      updateWatches()
    }
  })

  return {
    market: {
      ...market,
      watch: (symbols, onQuote) => subscribe(listeners, symbols, onQuote, onSymbolsChanged),
    },
    isSource,
    async stop() {
      clearInterval(publishTimer)
      await leaveElection()
      await relay.close()
      for (const stop of watched.values()) stop()
      watched.clear()
    },
  }
  function onSymbolsChanged() {
    updateWatches()
    relay.schedulePublish()
  }
}

/** Adds a listener to each symbol; calls `onSymbolsChanged` if the set of subscribed symbols changes. */
function subscribe(
  listeners: Map<string, Set<Listener>>,
  symbols: readonly string[],
  onQuote: Listener,
  onSymbolsChanged: () => void,
): Stop {
  // The same function may be passed twice: each call is a separate listener.
  const listener: Listener = (quote) => onQuote(quote)
  const sizeBefore = listeners.size
  for (const symbol of symbols) {
    const symbolListeners = listeners.get(symbol)
    if (symbolListeners) symbolListeners.add(listener)
    else listeners.set(symbol, new Set([listener]))
  }
  if (listeners.size !== sizeBefore) onSymbolsChanged()
  return () => {
    const sizeBeforeRemoval = listeners.size
    for (const symbol of symbols) {
      const symbolListeners = listeners.get(symbol)
      symbolListeners?.delete(listener)
      if (symbolListeners?.size === 0) listeners.delete(symbol)
    }
    if (listeners.size !== sizeBeforeRemoval) onSymbolsChanged()
  }
}
