/**
 * A connection to Redis that is made again whenever it is lost. Each has its beginning and its end: who needs more than single
 * commands is told of both, so that nothing is taken for granted that was agreed on a connection that is gone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Log } from '#service/shared/log.ts'
import { within as answeredWithin } from '#service/shared/with-timeout.ts'
import { scripts } from './redis-scripts.ts'

const connectTo = (url: string) =>
  createClient({
    url,
    scripts,
    disableOfflineQueue: true,
    socket: { connectTimeout: 1000, reconnectStrategy: false },
  })

export type Redis = ReturnType<typeof connectTo>

export type RedisLink = {
  /** The connection there is; undefined while there is none. */
  readonly redis: () => Redis | undefined
  /** Resolves when the first connection stands, or has failed. */
  readonly tried: Promise<void>
  readonly close: () => Promise<void>
}

export type LinkParts = {
  /** REDIS_URL. */
  readonly url: string
  readonly log: Log
  /** What it is for, in the log. */
  readonly name: string
  /** Called with each connection before it counts; gives what is to be done when it is gone. */
  readonly opened?: (redis: Redis) => Promise<() => void>
  /** Sent every second: a connection that does not answer it in time is given up. */
  readonly beat?: (redis: Redis) => Promise<unknown>
  /** Sent before an orderly end. */
  readonly closing?: (redis: Redis) => Promise<unknown>
}

const beatEveryMs = 1000
const beatPatienceMs = 2000
const retryMs = [50, 100, 250, 500] as const

/** Rejects where Redis takes longer. */
export const within = <Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> =>
  answeredWithin(ms, answer, () => new Error(`Redis has not answered in ${ms} ms`))

export function redisLink(parts: LinkParts): RedisLink {
  const { url, log, name } = parts
  let current: Redis | undefined
  const ending = new AbortController()
  const isEnding = () => ending.signal.aborted
  // Who is being closed waits for no answer any more.
  const over = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
  const first = Promise.withResolvers<void>()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => {})
  const lost = (error: unknown) =>
    log('warn', 'redis-lost', { link: name, reason: error instanceof Error ? error.message : String(error) })

  /** One connection from its beginning to its end; rejects with what ended it. */
  const connection = async () => {
    const redis = connectTo(url)
    const gone = new Promise<never>((_, reject) => {
      redis.on('error', reject)
      redis.on('end', () => reject(new Error('the connection was closed')))
    })
    gone.catch(() => {})
    let finish: (() => void) | undefined
    try {
      await Promise.race([over, within(beatPatienceMs, redis.connect())])
      if (isEnding()) return
      finish = await within(beatPatienceMs, parts.opened?.(redis) ?? Promise.resolve(() => {}))
      current = redis
      first.resolve()
      log('info', 'redis-connected', { link: name })
      while (!isEnding()) {
        await Promise.race([gone, pause(beatEveryMs)])
        if (!isEnding()) await Promise.race([gone, over, within(beatPatienceMs, (parts.beat ?? ping)(redis))])
      }
      await within(500, parts.closing?.(redis) ?? Promise.resolve()).catch(() => {})
    } finally {
      current = undefined
      finish?.()
      if (redis.isOpen) redis.destroy()
    }
  }

  const run = async () => {
    let failures = 0
    while (!isEnding()) {
      const before = performance.now()
      try {
        await connection()
      } catch (error) {
        // Said once for each time it is lost, not for each time it is tried.
        if (failures === 0 || performance.now() - before > beatPatienceMs) lost(error)
        failures = performance.now() - before > beatEveryMs ? 1 : failures + 1
        first.resolve()
        if (!isEnding()) await pause(retryMs[Math.min(failures, retryMs.length) - 1]!)
      }
    }
  }
  const running = run()
  return {
    redis: () => current,
    tried: first.promise,
    async close() {
      ending.abort()
      await running
    },
  }
}

const ping = (redis: Redis) => redis.ping()
