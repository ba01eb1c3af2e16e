/**
 * One market connection for all nodes: the holder of the lease `source` watches the symbols and option
 * contracts that clients of any node subscribe to, and publishes changed quotes over Redis. Without Redis,
 * every node watches for itself.
 */
import type { OptionQuote, Quote } from '#contract/feed.ts'
import type { Market } from '#service/markets/market.ts'
import { parseOsi } from '#service/markets/osi.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { Leases } from './leases.ts'
import type { RedisLink } from './redis-link.ts'
import { createRelay } from './quote-relay.ts'
import type { PushedQuote, Relay } from './quote-relay.ts'

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

type Listener = (quote: PushedQuote) => void

/** The key that clients subscribe to: a symbol, or the OSI symbol of a contract. */
const keyOf = (quote: PushedQuote): string => ('symbol' in quote ? quote.symbol : quote.id)

export function sharedMarket(parts: SharedMarketParts): SharedMarket {
  const { market, leases, openRelay = createRelay } = parts
  const listeners = new Map<string, Set<Listener>>()
  const watched = new Map<string, Stop>()
  const pendingQuotes = new Map<string, PushedQuote>()
  let fencingToken = 0

  const deliver = (quote: PushedQuote) => {
    for (const listener of listeners.get(keyOf(quote)) ?? []) listener(quote)
  }
  const relay: Relay & Pick<RedisLink, 'close'> = openRelay({
    ...parts,
    localKeys: () => [...listeners.keys()],
    onQuotes: (quotes) => {
      if (!isSource()) for (const quote of quotes) deliver(quote)
    },
    onChange: () => updateWatches(),
  })
  const isSource = () => fencingToken > 0 || !relay.isConnected()

  const watchKey = (key: string): Stop => {
    const onQuote = (quote: PushedQuote) => {
      deliver(quote)
      if (fencingToken > 0 && relay.remoteSubscriptions().has(key)) pendingQuotes.set(key, quote)
    }
    const stopContract = parseOsi(key) && market.watchContracts?.([key], onQuote)
    return stopContract ?? market.watch([key], onQuote)
  }
  /** Starts and stops watches so that they match the subscriptions that this node serves. */
  const updateWatches = () => {
    const keys = new Set(isSource() ? listeners.keys() : [])
    if (fencingToken > 0) for (const key of relay.remoteSubscriptions()) keys.add(key)
    for (const [key, stop] of watched) {
      if (keys.has(key)) continue
      stop()
      watched.delete(key)
    }
    for (const key of keys) if (!watched.has(key)) watched.set(key, watchKey(key))
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
      watch: (symbols, onQuote: (quote: Quote) => void) =>
        subscribe(listeners, symbols, onQuote as Listener, onKeysChanged),
      ...(market.watchContracts && {
        watchContracts: (ids: readonly string[], onQuote: (quote: OptionQuote) => void) =>
          subscribe(listeners, ids, onQuote as Listener, onKeysChanged),
      }),
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
  function onKeysChanged() {
    updateWatches()
    relay.schedulePublish()
  }
}

/** Adds a listener to each key; calls `onKeysChanged` if the set of subscribed keys changes. */
function subscribe(
  listeners: Map<string, Set<Listener>>,
  keys: readonly string[],
  onQuote: Listener,
  onKeysChanged: () => void,
): Stop {
  // The same function may be passed twice: each call is a separate listener.
  const listener: Listener = (quote) => onQuote(quote)
  const sizeBefore = listeners.size
  for (const key of keys) {
    const keyListeners = listeners.get(key)
    if (keyListeners) keyListeners.add(listener)
    else listeners.set(key, new Set([listener]))
  }
  if (listeners.size !== sizeBefore) onKeysChanged()
  return () => {
    const sizeBeforeRemoval = listeners.size
    for (const key of keys) {
      const keyListeners = listeners.get(key)
      keyListeners?.delete(listener)
      if (keyListeners?.size === 0) listeners.delete(key)
    }
    if (listeners.size !== sizeBeforeRemoval) onKeysChanged()
  }
}
