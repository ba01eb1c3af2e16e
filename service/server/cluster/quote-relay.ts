/**
 * Quotes between nodes over Redis: each node publishes its clients' subscriptions, and the source publishes
 * changed quotes.
 */
import type { OptionQuote, Quote } from '#contract/feed.ts'
import type { Log } from '#service/shared/log.ts'
import { redisLink } from './redis-link.ts'
import type { RedisLink } from './redis-link.ts'

/** A quote of a symbol or of an option contract. */
export type PushedQuote = Quote | OptionQuote

export type Relay = {
  readonly isConnected: () => boolean
  /** Symbols and contracts that clients of other nodes subscribe to. */
  readonly remoteSubscriptions: () => ReadonlySet<string>
  /** Publishes the subscriptions of this node's clients after a short delay. */
  readonly schedulePublish: () => void
  /** Publishes quotes under the fencing token of the lease by which this node is the source. */
  readonly publish: (fencingToken: number, quotes: readonly PushedQuote[]) => void
}

export type RelayParts = {
  readonly url: string
  readonly prefix: string
  /** Unique name of this node. */
  readonly node: string
  readonly log: Log
  readonly elapsed: () => number
  /** Returns the symbols and contracts that clients of this node subscribe to. */
  readonly localKeys: () => readonly string[]
  readonly onQuotes: (quotes: readonly PushedQuote[]) => void
  /** Called when the connection opens or closes, or other nodes' subscriptions change. */
  readonly onChange: () => void
}

/** `symbols` also has the OSI symbols of contracts. */
type SubscriptionMessage = { readonly node: string; readonly symbols: readonly string[] }
/** `term` is the fencing token. */
type QuotesMessage = { readonly node: string; readonly term: number; readonly quotes: readonly PushedQuote[] }

/** Batching delay of subscription changes, milliseconds. */
const publishDelayMs = 50
/** Subscriptions of a node expire after this time without a message, milliseconds. */
const subscriptionLifetimeMs = 3500

export function createRelay(parts: RelayParts): Relay & Pick<RedisLink, 'close'> {
  const { prefix, node, elapsed, localKeys, onChange } = parts
  const [subscriptionChannel, quotesChannel] = [`${prefix}wanted`, `${prefix}quotes`]
  const remoteNodes = new Map<string, { readonly symbols: readonly string[]; readonly receivedAt: number }>()
  let remoteKeys: ReadonlySet<string> = new Set()
  let lastToken = 0
  let publishTimer: NodeJS.Timeout | undefined

  const updateRemoteKeys = () => {
    for (const [name, { receivedAt }] of remoteNodes)
      if (elapsed() - receivedAt > subscriptionLifetimeMs) remoteNodes.delete(name)
    const keySet = new Set([...remoteNodes.values()].flatMap(({ symbols }) => symbols))
    if (keySet.size === remoteKeys.size && [...keySet].every((key) => remoteKeys.has(key))) return
    remoteKeys = keySet
    onChange()
  }
  const publishSubscriptions = async () => {
    const message: SubscriptionMessage = { node, symbols: localKeys() }
    await link.redis()?.publish(subscriptionChannel, JSON.stringify(message))
  }
  const link = redisLink({
    ...parts,
    name: 'quotes',
    async onOpen(redis) {
      await redis.subscribe(subscriptionChannel, (text) => {
        const received = JSON.parse(text) as SubscriptionMessage
        if (received.node === node) return
        remoteNodes.set(received.node, { symbols: received.symbols, receivedAt: elapsed() })
        updateRemoteKeys()
      })
      await redis.subscribe(quotesChannel, (text) => {
        const received = JSON.parse(text) as QuotesMessage
        // Drops quotes of a former source, which may not have noticed yet that it lost the lease.
        if (received.node === node || received.term < lastToken) return
        lastToken = received.term
        parts.onQuotes(received.quotes)
      })
      // The link counts as connected only after this callback returns.
      setImmediate(() => {
        onChange()
        void publishSubscriptions().catch(() => {})
      })
      return () => {
        remoteNodes.clear()
        // The next connection may be to another Redis, whose clock is behind.
        lastToken = 0
        remoteKeys = new Set()
        onChange()
      }
    },
    // A node that joins, or becomes the source, receives all subscriptions within a second.
    heartbeat: async () => {
      updateRemoteKeys()
      await publishSubscriptions()
    },
  })
  return {
    isConnected: () => link.redis() !== undefined,
    remoteSubscriptions: () => remoteKeys,
    schedulePublish() {
      publishTimer ??= setTimeout(() => {
        publishTimer = undefined
        void publishSubscriptions().catch(() => {})
      }, publishDelayMs)
    },
    publish(fencingToken, quotes) {
      const message: QuotesMessage = { node, term: fencingToken, quotes }
      link
        .redis()
        ?.publish(quotesChannel, JSON.stringify(message))
        .catch(() => {})
    },
    async close() {
      clearTimeout(publishTimer)
      await link.close()
    },
  }
}
