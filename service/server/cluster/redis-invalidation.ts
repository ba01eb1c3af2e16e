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
  /** Publishers wait for the acknowledgement of a node, but not of a command. */
  readonly role: 'node' | 'command'
}

/** Lifetime of a node's lease that is not renewed, milliseconds. */
const leaseMs = 3000
/** Maximum age of cached data since its query, and since the last successful renewal. Milliseconds. */
const maxAgeMs = 2000
/** After this time every node has acknowledged, or its cached data has expired. Milliseconds. */
const publishTimeoutMs = maxAgeMs + 500
/** Interval at which a publisher checks which nodes are still live, milliseconds. */
const recheckEveryMs = 250

/** Whether the event may end any session. Other events name the sessions, which listeners evict. */
const endsUnnamedAccess = ({ kind }: InvalidationEvent) =>
  kind === 'access-ended' || kind === 'access-uncertain'

type Message = { readonly id: string; readonly from: string; readonly notice: InvalidationEvent }
type PendingPublish = { readonly acknowledged: Set<string>; readonly check: () => void }

export function redisInvalidation({
  url,
  prefix,
  log,
  elapsed,
  role,
}: RedisInvalidationParts): RedisInvalidation {
  const nodesKey = `${prefix}nodes`
  const channel = `${prefix}notices`
  const processId = randomUUID()
  const { listen, notify } = createListeners()
  const pendingPublishes = new Map<string, PendingPublish>()
  // A lost connection may have missed events, so the next connection counts as another node.
  let incarnation = 0
  const nodeName = () => `${processId}.${incarnation}`
  let renewedAt = -Infinity
  let version = 0
  let changedAt = -Infinity
  const invalidateAll = () => {
    version++
    changedAt = elapsed()
  }

  const renew = async (redis: Redis) => {
    const sentAt = elapsed()
    await redis.renewNode(nodesKey, nodeName(), leaseMs)
    renewedAt = sentAt
  }
  const receive = async (redis: Redis, text: string, acknowledgedBy: string) => {
    const { id, from, notice: event } = JSON.parse(text) as Message
    // This process has already applied its own events.
    if (from === processId) return
    if (endsUnnamedAccess(event)) invalidateAll()
    await notify(event)
    await redis.publish(`${prefix}acknowledged:${from}`, JSON.stringify([id, acknowledgedBy]))
  }
  const link = redisLink({
    url,
    log,
    name: 'notices',
    async onOpen(redis) {
      incarnation++
      const name = nodeName()
      await redis.subscribe(`${prefix}acknowledged:${processId}`, (text) => {
        const [id, node] = JSON.parse(text) as [string, string]
        pendingPublishes.get(id)?.acknowledged.add(node)
        pendingPublishes.get(id)?.check()
      })
      if (role === 'command') return () => {}
      await redis.subscribe(channel, (text) => void receive(redis, text, name).catch(() => {}))
      invalidateAll()
      await renew(redis)
      return () => void (renewedAt = -Infinity)
    },
    heartbeat: (redis) => (role === 'node' ? renew(redis) : redis.ping()),
    beforeClose: async (redis) => redis.zRem(nodesKey, nodeName()),
  })
  const isJoined = () => link.redis() !== undefined && elapsed() - renewedAt < maxAgeMs

  const publish = async (event: InvalidationEvent) => {
    if (endsUnnamedAccess(event)) invalidateAll()
    const acknowledged = publishToAll(
      { link, nodesKey, channel, pendingPublishes, nodeName },
      {
        id: randomUUID(),
        from: processId,
        notice: event,
      },
    )
    await Promise.all([notify(event), acknowledged])
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
  readonly nodesKey: string
  readonly channel: string
  readonly pendingPublishes: Map<string, PendingPublish>
  readonly nodeName: () => string
}

/** Publishes the message. Resolves when every live node has acknowledged it or died, or after the timeout. */
async function publishToAll(
  { link, nodesKey, channel, pendingPublishes, nodeName }: PublishContext,
  message: Message,
): Promise<void> {
  const acknowledged = new Set<string>()
  let check = () => {}
  pendingPublishes.set(message.id, { acknowledged, check: () => check() })
  const finished = Promise.withResolvers<void>()
  const deadline = setTimeout(finished.resolve, publishTimeoutMs)
  let recheckTimer: NodeJS.Timeout | undefined
  try {
    const redis = link.redis()
    // A publisher without a connection waits until all cached data has expired.
    if (!redis) return await finished.promise
    let liveNodes = await redis.publishAndListNodes(nodesKey, channel, JSON.stringify(message))
    check = () => {
      if (liveNodes.every((node) => node === nodeName() || acknowledged.has(node))) finished.resolve()
    }
    recheckTimer = setInterval(() => {
      redis.liveNodes(nodesKey).then(
        (currentNodes) => {
          liveNodes = liveNodes.filter((node) => currentNodes.includes(node))
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
    pendingPublishes.delete(message.id)
  }
}
