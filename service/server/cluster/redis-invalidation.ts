/**
 * Notices over Redis: published to every node, each of which acknowledges what it has acted upon (docs/decisions/0033).
 *
 * A node is live while it renews its lease, on the connection it hears notices by: Redis answers in order, so that a renewal
 * that is answered says that every notice before it has been heard. What a node remembers counts for `rememberedMs` after it,
 * and never longer than that without being asked for again. So whoever announces waits for the acknowledgement of each live
 * node, and where one is missing (a node that is dead, stuck or cut off) for that time: then nobody goes by the past.
 */
import { randomUUID } from 'node:crypto'
import { createListeners } from '#service/store/invalidation-events.ts'
import type { Notice, Notices } from '#service/store/invalidation-events.ts'
import type { Log } from '#service/shared/log.ts'
import { redisLink } from './redis-link.ts'
import type { Redis, RedisLink } from './redis-link.ts'

export type RedisNotices = Notices & {
  /** Whether it hears of everything right now. */
  readonly isJoined: () => boolean
  /** The connection that notices are heard by. */
  readonly redis: RedisLink['redis']
  readonly tried: RedisLink['tried']
  readonly close: () => Promise<void>
}

export type NoticeParts = {
  readonly url: string
  /** Of every key and channel. */
  readonly prefix: string
  readonly log: Log
  /** Milliseconds that only ever go on. */
  readonly elapsed: () => number
  /** A node serves and is waited for; a command only announces. */
  readonly role: 'node' | 'command'
}

const leaseMs = 3000
/** Nothing remembered counts longer than this, after it was asked for and after the last renewal that was answered. */
const rememberedMs = 2000
/** Until then every node has acknowledged, or what it remembers is over. */
const announceMs = rememberedMs + 500
const lookAgainMs = 250

/** Sessions that are named are forgotten by their names: who announces waits for each node's listeners. */
const mayEndAny = ({ kind }: Notice) => kind === 'access-ended' || kind === 'access-uncertain'

type Message = { readonly id: string; readonly from: string; readonly notice: Notice }
type Waiting = { readonly acknowledged: Set<string>; readonly look: () => void }

export function redisNotices({ url, prefix, log, elapsed, role }: NoticeParts): RedisNotices {
  const nodes = `${prefix}nodes`
  const channel = `${prefix}notices`
  const process = randomUUID()
  const { listen, tell } = createListeners()
  const waiting = new Map<string, Waiting>()
  // One that was lost may have missed notices: the next connection is another node.
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
    // This process has acted upon its own already.
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

  const announce = async (notice: Notice) => {
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
    announce,
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
  const deadline = setTimeout(over.resolve, announceMs)
  let again: NodeJS.Timeout | undefined
  try {
    const redis = link.redis()
    // Who cannot tell anybody waits until nobody goes by the past.
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
