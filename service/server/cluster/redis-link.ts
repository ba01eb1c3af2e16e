/**
 * A Redis connection that is reopened whenever it is lost. Callers that need more than single commands
 * receive `opened` and `closed` events of each connection, so that no subscription is assumed on a lost one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Log } from '#service/shared/log.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
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
  /** The open connection; undefined while disconnected. */
  readonly redis: () => Redis | undefined
  /** Resolves when the first connection is open, or has failed. */
  readonly tried: Promise<void>
  readonly close: () => Promise<void>
}

export type LinkParts = {
  /** REDIS_URL. */
  readonly url: string
  readonly log: Log
  /** The purpose, for the log. */
  readonly name: string
  /** Called with each connection before it is used; returns the cleanup for its loss. */
  readonly opened?: (redis: Redis) => Promise<() => void>
  /** Heartbeat, sent every second: a connection without a reply in time is closed. */
  readonly beat?: (redis: Redis) => Promise<unknown>
  /** Sent before an orderly close. */
  readonly closing?: (redis: Redis) => Promise<unknown>
}

const beatEveryMs = 1000
const beatTimeoutMs = 2000
const closeTimeoutMs = 500
const retryMs = [50, 100, 250, 500] as const

/** The failure of a command that takes too long (`withTimeout`). */
export const redisSilent = (ms: number) => (): Error => new Error(`Redis has not answered in ${ms} ms`)

const beatLate = redisSilent(beatTimeoutMs)

export function redisLink(parts: LinkParts): RedisLink {
  const { url, log, name } = parts
  let current: Redis | undefined
  const ending = new AbortController()
  const isEnding = () => ending.signal.aborted
  // A closing client waits for no further replies.
  const over = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
  const first = Promise.withResolvers<void>()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => {})
  const lost = (error: unknown) =>
    log('warn', 'redis-connection-lost', {
      link: name,
      reason: error instanceof Error ? error.message : String(error),
    })

  /** Opens a connection and resolves or rejects when it has ended. */
  const connection = async () => {
    const redis = connectTo(url)
    const gone = new Promise<never>((_, reject) => {
      redis.on('error', reject)
      redis.on('end', () => reject(new Error('the connection was closed')))
    })
    gone.catch(() => {})
    let finish: (() => void) | undefined
    try {
      await Promise.race([over, withTimeout(beatTimeoutMs, redis.connect(), beatLate)])
      if (isEnding()) return
      const opened = parts.opened?.(redis) ?? Promise.resolve(() => {})
      finish = await withTimeout(beatTimeoutMs, opened, beatLate)
      current = redis
      first.resolve()
      log('info', 'redis-connection-opened', { link: name })
      while (!isEnding()) {
        await Promise.race([gone, pause(beatEveryMs)])
        if (isEnding()) break
        const beat = (parts.beat ?? ping)(redis)
        await Promise.race([gone, over, withTimeout(beatTimeoutMs, beat, beatLate)])
      }
      const closed = parts.closing?.(redis) ?? Promise.resolve()
      await withTimeout(closeTimeoutMs, closed, redisSilent(closeTimeoutMs)).catch(() => {})
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
        // Logged once per lost connection, not once per attempt.
        if (failures === 0 || performance.now() - before > beatTimeoutMs) lost(error)
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
