/**
 * Quotes between nodes over Redis: each node publishes its clients' subscriptions, and the source publishes
 * changed quotes.
 */
import type { Quote } from '#contract/feed.ts'
import type { Log } from '#service/shared/log.ts'
import { redisLink } from './redis-link.ts'
import type { RedisLink } from './redis-link.ts'

export type Relay = {
  readonly isConnected: () => boolean
  /** Symbols that other nodes' clients subscribe to. */
  readonly wantedElsewhere: () => ReadonlySet<string>
  /** The subscriptions of this node's clients have changed: publishes them soon. */
  readonly tellWanted: () => void
  /** `term`: of the lease by which this node is the source. */
  readonly publish: (term: number, quotes: readonly Quote[]) => void
}

export type RelayParts = {
  readonly url: string
  readonly prefix: string
  /** Names this node among all. */
  readonly node: string
  readonly log: Log
  readonly elapsed: () => number
  /** The symbols that this node's clients subscribe to. */
  readonly wanted: () => readonly string[]
  readonly heard: (quotes: readonly Quote[]) => void
  /** Called when the connection opens or closes, or other nodes' subscriptions change. */
  readonly changed: () => void
}

type Wanted = { readonly node: string; readonly symbols: readonly string[] }
type Quotes = { readonly node: string; readonly term: number; readonly quotes: readonly Quote[] }

/** Changes within this time are published together. */
const tellAfterMs = 50
/** The subscriptions of a node expire after this long without a message. */
const forgottenAfterMs = 3500

export function createRelay(parts: RelayParts): Relay & Pick<RedisLink, 'close'> {
  const { prefix, node, elapsed, wanted, changed } = parts
  const [wantedChannel, quotesChannel] = [`${prefix}wanted`, `${prefix}quotes`]
  const others = new Map<string, { readonly symbols: readonly string[]; readonly at: number }>()
  let elsewhere: ReadonlySet<string> = new Set()
  let lastTerm = 0
  let telling: NodeJS.Timeout | undefined

  const gather = () => {
    for (const [name, { at }] of others) if (elapsed() - at > forgottenAfterMs) others.delete(name)
    const now = new Set([...others.values()].flatMap(({ symbols }) => symbols))
    if (now.size === elsewhere.size && [...now].every((symbol) => elsewhere.has(symbol))) return
    elsewhere = now
    changed()
  }
  const tell = async () => {
    const message: Wanted = { node, symbols: wanted() }
    await link.redis()?.publish(wantedChannel, JSON.stringify(message))
  }
  const link = redisLink({
    ...parts,
    name: 'quotes',
    async opened(redis) {
      await redis.subscribe(wantedChannel, (text) => {
        const said = JSON.parse(text) as Wanted
        if (said.node === node) return
        others.set(said.node, { symbols: said.symbols, at: elapsed() })
        gather()
      })
      await redis.subscribe(quotesChannel, (text) => {
        const said = JSON.parse(text) as Quotes
        // A former source may not have noticed yet that it lost the lease.
        if (said.node === node || said.term < lastTerm) return
        lastTerm = said.term
        parts.heard(said.quotes)
      })
      // Counts as connected from the next turn on.
      setImmediate(() => {
        changed()
        void tell().catch(() => {})
      })
      return () => {
        others.clear()
        // The next connection may be to another Redis, whose clock is behind.
        lastTerm = 0
        elsewhere = new Set()
        changed()
      }
    },
    // A node that joins, or becomes the source, receives all subscriptions within a second.
    beat: async () => {
      gather()
      await tell()
    },
  })
  return {
    isConnected: () => link.redis() !== undefined,
    wantedElsewhere: () => elsewhere,
    tellWanted() {
      telling ??= setTimeout(() => {
        telling = undefined
        void tell().catch(() => {})
      }, tellAfterMs)
    },
    publish(term, quotes) {
      const message: Quotes = { node, term, quotes }
      link
        .redis()
        ?.publish(quotesChannel, JSON.stringify(message))
        .catch(() => {})
    },
    async close() {
      clearTimeout(telling)
      await link.close()
    },
  }
}
