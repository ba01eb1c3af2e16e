/**
 * Invalidation over Redis: events are published to every node, and each node acknowledges what it has applied
 * (docs/decisions/0033).
 *
 * A node is live while it renews its lease, on the connection that delivers its events: Redis answers in
 * order, so an answered renewal proves that all earlier events have arrived. Cached data is valid for
 * `rememberedMs` after a renewal and never longer. A publisher therefore waits for the acknowledgement of
 * each live node and, if one is missing (the node is dead, stuck or cut off), for that time: afterwards no
 * node uses older data.
 */
import { randomUUID } from 'node:crypto'
import { createListeners } from '#service/store/invalidation-events.ts'
import type { InvalidationEvent, Invalidations } from '#service/store/invalidation-events.ts'
import type { Log } from '#service/shared/log.ts'
import { redisLink } from './redis-link.ts'
import type { Redis, RedisLink } from './redis-link.ts'

export type RedisInvalidation = Invalidations & {
  /** Whether all events are currently received. */
  readonly isJoined: () => boolean
  /** The connection that delivers events. */
  readonly redis: RedisLink['redis']
  readonly tried: RedisLink['tried']
  readonly close: () => Promise<void>
}

export type RedisInvalidationParts = {
  readonly url: string
  /** Of every key and channel. */
  readonly prefix: string
  readonly log: Log
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** A node serves and is waited for; a command only publishes. */
  readonly role: 'node' | 'command'
}

const leaseMs = 3000
/** Maximum age of cached data, counted from its query and from the last answered renewal. */
const rememberedMs = 2000
/** By then every node has acknowledged, or its cached data has expired. */
const publishMs = rememberedMs + 500
const lookAgainMs = 250

/** Named sessions are evicted by name: the publisher waits for each node's listeners. */
const mayEndAny = ({ kind }: InvalidationEvent) => kind === 'access-ended' || kind === 'access-uncertain'

type Message = { readonly id: string; readonly from: string; readonly notice: InvalidationEvent }
type Waiting = { readonly acknowledged: Set<string>; readonly look: () => void }

export function redisInvalidation({
  url,
  prefix,
  log,
  elapsed,
  role,
}: RedisInvalidationParts): RedisInvalidation {
  const nodes = `${prefix}nodes`
  const channel = `${prefix}notices`
  const process = randomUUID()
  const { listen, notify: tell } = createListeners()
  const waiting = new Map<string, Waiting>()
  // A lost connection may have missed events: the next connection counts as another node.
  let incarnation = 0
  const nodeName = () => `${process}.${incarnation}`
  let heardAt = -Infinity
  let version = 0
  let changedAt = -Infinity
  const forget = () => {
    version++
    changedAt = elapsed()
  }

  const renew = async (redis: Redis) => {
    const sentAt = elapsed()
    await redis.renewNode(nodes, nodeName(), leaseMs)
    heardAt = sentAt
  }
  const hear = async (redis: Redis, text: string, name: string) => {
    const { id, from, notice } = JSON.parse(text) as Message
    // This process has already applied its own events.
    if (from === process) return
    if (mayEndAny(notice)) forget()
    await tell(notice)
    await redis.publish(`${prefix}acknowledged:${from}`, JSON.stringify([id, name]))
  }
  const link = redisLink({
    url,
    log,
    name: 'notices',
    async opened(redis) {
      incarnation++
      const name = nodeName()
      await redis.subscribe(`${prefix}acknowledged:${process}`, (text) => {
        const [id, node] = JSON.parse(text) as [string, string]
        waiting.get(id)?.acknowledged.add(node)
        waiting.get(id)?.look()
      })
      if (role === 'command') return () => {}
      await redis.subscribe(channel, (text) => void hear(redis, text, name).catch(() => {}))
      forget()
      await renew(redis)
      return () => void (heardAt = -Infinity)
    },
    beat: (redis) => (role === 'node' ? renew(redis) : redis.ping()),
    closing: async (redis) => redis.zRem(nodes, nodeName()),
  })
  const isJoined = () => link.redis() !== undefined && elapsed() - heardAt < rememberedMs

  const publish = async (notice: InvalidationEvent) => {
    if (mayEndAny(notice)) forget()
    const done = acknowledgedByAll(
      { link, nodes, channel, waiting, self: () => nodeName() },
      {
        id: randomUUID(),
        from: process,
        notice,
      },
    )
    await Promise.all([tell(notice), done])
  }
  return {
    publish,
    listen,
    version() {
      if (!isJoined()) return null
      if (elapsed() - changedAt >= rememberedMs) forget()
      return version
    },
    isJoined,
    redis: link.redis,
    tried: link.tried,
    close: link.close,
  }
}

type Announcing = {
  readonly link: RedisLink
  readonly nodes: string
  readonly channel: string
  readonly waiting: Map<string, Waiting>
  readonly self: () => string
}

/** Publishes the message; resolves when every node that was live then has acknowledged it or is live no longer, or the time is over. */
async function acknowledgedByAll(
  { link, nodes, channel, waiting, self }: Announcing,
  message: Message,
): Promise<void> {
  const acknowledged = new Set<string>()
  let look = () => {}
  waiting.set(message.id, { acknowledged, look: () => look() })
  const over = Promise.withResolvers<void>()
  const deadline = setTimeout(over.resolve, publishMs)
  let again: NodeJS.Timeout | undefined
  try {
    const redis = link.redis()
    // A publisher without a connection waits until all cached data has expired.
    if (!redis) return await over.promise
    let live = await redis.announce(nodes, channel, JSON.stringify(message))
    look = () => {
      if (live.every((node) => node === self() || acknowledged.has(node))) over.resolve()
    }
    again = setInterval(() => {
      redis.liveNodes(nodes).then(
        (now) => {
          live = live.filter((node) => now.includes(node))
          look()
        },
        () => {},
      )
    }, lookAgainMs)
    look()
    await over.promise
  } catch {
    await over.promise
  } finally {
    clearTimeout(deadline)
    clearInterval(again)
    waiting.delete(message.id)
  }
}
