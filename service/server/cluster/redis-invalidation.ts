/**
 * Invalidation over Redis: events are published to every node, and each node acknowledges what it has applied
 * (docs/decisions/0033).
 *
 * A node is live while it renews its lease, on the connection that delivers its events: Redis replies in
 * order, so the reply to a renewal proves that all earlier events have arrived. Cached data is valid for
 * `maxAgeMs` after a renewal and never longer. A publisher therefore waits for the acknowledgement of
 * each live node and, if one is missing (the node is dead, stuck or disconnected), for that time: afterwards no
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
  readonly firstAttempt: RedisLink['firstAttempt']
  readonly close: () => Promise<void>
}

export type RedisInvalidationParts = {
  readonly url: string
  /** Prefix of every key and channel. */
  readonly prefix: string
  readonly log: Log
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Publishers wait for a node; a command only publishes. */
  readonly role: 'node' | 'command'
}

const leaseMs = 3000
/** Maximum age of cached data, since its query and since the last successful renewal. */
const maxAgeMs = 2000
/** After this time every node has acknowledged, or its cached data has expired. */
const publishMs = maxAgeMs + 500
const recheckEveryMs = 250

/** Whether the event may end any session. Other events name the sessions, which listeners evict. */
const endsUnnamedAccess = ({ kind }: InvalidationEvent) =>
  kind === 'access-ended' || kind === 'access-uncertain'

type Message = { readonly id: string; readonly from: string; readonly notice: InvalidationEvent }
type Waiting = { readonly acknowledged: Set<string>; readonly check: () => void }

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
  // A lost connection may have missed events, so the next connection counts as another node.
  let incarnation = 0
  const nodeName = () => `${process}.${incarnation}`
  let renewedAt = -Infinity
  let version = 0
  let changedAt = -Infinity
  const invalidateAll = () => {
    version++
    changedAt = elapsed()
  }

  const renew = async (redis: Redis) => {
    const sentAt = elapsed()
    await redis.renewNode(nodes, nodeName(), leaseMs)
    renewedAt = sentAt
  }
  const receive = async (redis: Redis, text: string, name: string) => {
    const { id, from, notice } = JSON.parse(text) as Message
    // This process has already applied its own events.
    if (from === process) return
    if (endsUnnamedAccess(notice)) invalidateAll()
    await tell(notice)
    await redis.publish(`${prefix}acknowledged:${from}`, JSON.stringify([id, name]))
  }
  const link = redisLink({
    url,
    log,
    name: 'notices',
    async onOpen(redis) {
      incarnation++
      const name = nodeName()
      await redis.subscribe(`${prefix}acknowledged:${process}`, (text) => {
        const [id, node] = JSON.parse(text) as [string, string]
        waiting.get(id)?.acknowledged.add(node)
        waiting.get(id)?.check()
      })
      if (role === 'command') return () => {}
      await redis.subscribe(channel, (text) => void receive(redis, text, name).catch(() => {}))
      invalidateAll()
      await renew(redis)
      return () => void (renewedAt = -Infinity)
    },
    heartbeat: (redis) => (role === 'node' ? renew(redis) : redis.ping()),
    beforeClose: async (redis) => redis.zRem(nodes, nodeName()),
  })
  const isJoined = () => link.redis() !== undefined && elapsed() - renewedAt < maxAgeMs

  const publish = async (notice: InvalidationEvent) => {
    if (endsUnnamedAccess(notice)) invalidateAll()
    const acknowledged = publishToAll(
      { link, nodes, channel, waiting, self: () => nodeName() },
      {
        id: randomUUID(),
        from: process,
        notice,
      },
    )
    await Promise.all([tell(notice), acknowledged])
  }
  return {
    publish,
    listen,
    version() {
      if (!isJoined()) return null
      if (elapsed() - changedAt >= maxAgeMs) invalidateAll()
      return version
    },
    isJoined,
    redis: link.redis,
    firstAttempt: link.firstAttempt,
    close: link.close,
  }
}

type PublishContext = {
  readonly link: RedisLink
  readonly nodes: string
  readonly channel: string
  readonly waiting: Map<string, Waiting>
  readonly self: () => string
}

/** Publishes the message. Resolves when every live node has acknowledged it or died, or after the timeout. */
async function publishToAll(
  { link, nodes, channel, waiting, self }: PublishContext,
  message: Message,
): Promise<void> {
  const acknowledged = new Set<string>()
  let check = () => {}
  waiting.set(message.id, { acknowledged, check: () => check() })
  const finished = Promise.withResolvers<void>()
  const deadline = setTimeout(finished.resolve, publishMs)
  let recheckTimer: NodeJS.Timeout | undefined
  try {
    const redis = link.redis()
    // A publisher without a connection waits until all cached data has expired.
    if (!redis) return await finished.promise
    let live = await redis.announce(nodes, channel, JSON.stringify(message))
    check = () => {
      if (live.every((node) => node === self() || acknowledged.has(node))) finished.resolve()
    }
    recheckTimer = setInterval(() => {
      redis.liveNodes(nodes).then(
        (liveNow) => {
          live = live.filter((node) => liveNow.includes(node))
          check()
        },
        () => {},
      )
    }, recheckEveryMs)
    check()
    await finished.promise
  } catch {
    await finished.promise
  } finally {
    clearTimeout(deadline)
    clearInterval(recheckTimer)
    waiting.delete(message.id)
  }
}
