/**
 * A Redis connection that is reopened whenever it is lost. Callers that subscribe do so in `onOpen`, which is
 * called for each new connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Log } from '#service/shared/log.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import { errorMessage } from '#service/shared/error-message.ts'
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
  /**
   * Longest of the last 15 heartbeats on the open connection, seconds. Undefined while disconnected, and before the
   * first heartbeat.
   */
  readonly latency: () => number | undefined
  /** Resolves when the first connection is open, or has failed. */
  readonly firstAttempt: Promise<void>
  readonly close: () => Promise<void>
}

export type LinkParts = {
  /** Value of REDIS_URL. */
  readonly url: string
  readonly log: Log
  /** Purpose of the connection, for the log. */
  readonly name: string
  /** Called with each connection before it is used. Returns the cleanup to run when the connection is lost. */
  readonly onOpen?: (redis: Redis) => Promise<() => void>
  /** Sends a heartbeat every second. A connection without a timely reply is closed. */
  readonly heartbeat?: (redis: Redis) => Promise<unknown>
  /** Called before an orderly close. */
  readonly beforeClose?: (redis: Redis) => Promise<unknown>
}

const heartbeatEveryMs = 1000
/** Heartbeats that `latency` looks back at: as many seconds as Prometheus usually waits between two scrapes. */
const latencyHeartbeats = 15
const heartbeatTimeoutMs = 2000
const closeTimeoutMs = 500
/** Delays before the first retries, milliseconds. The last one applies to all further retries. */
const retryMs = [50, 100, 250, 500] as const

/** Creates the error of a command that takes too long (for `withTimeout`). */
export const redisTimeout = (ms: number) => (): Error => new Error(`Redis did not respond within ${ms} ms`)

const heartbeatTimedOut = redisTimeout(heartbeatTimeoutMs)

export function redisLink(parts: LinkParts): RedisLink {
  const { url, log, name } = parts
  let current: Redis | undefined
  /** Durations of the last heartbeats on the open connection, seconds. */
  let heartbeatSeconds: readonly number[] = []
  const abortController = new AbortController()
  const isClosing = () => abortController.signal.aborted
  // A link that is closing does not wait for further replies.
  const closeRequested = new Promise<void>((resolve) =>
    abortController.signal.addEventListener('abort', () => resolve()),
  )
  const firstAttempt = Promise.withResolvers<void>()
  const pause = (ms: number) => sleep(ms, undefined, { signal: abortController.signal }).catch(() => {})
  const logLoss = (error: unknown) =>
    log('warn', 'redis-connection-lost', {
      link: name,
      reason: errorMessage(error),
    })

  /** Opens a connection. Resolves or rejects when it has ended. */
  const runConnection = async () => {
    const redis = connectTo(url)
    const connectionLost = new Promise<never>((_, reject) => {
      redis.on('error', reject)
      redis.on('end', () => reject(new Error('the connection was closed')))
    })
    connectionLost.catch(() => {})
    let cleanUp: (() => void) | undefined
    try {
      await Promise.race([
        closeRequested,
        withTimeout(heartbeatTimeoutMs, redis.connect(), heartbeatTimedOut),
      ])
      if (isClosing()) return
      const opened = parts.onOpen?.(redis) ?? Promise.resolve(() => {})
      cleanUp = await withTimeout(heartbeatTimeoutMs, opened, heartbeatTimedOut)
      current = redis
      firstAttempt.resolve()
      log('info', 'redis-connection-opened', { link: name })
      while (!isClosing()) {
        await Promise.race([connectionLost, pause(heartbeatEveryMs)])
        if (isClosing()) break
        const sentAt = performance.now()
        const heartbeat = (parts.heartbeat ?? ping)(redis)
        await Promise.race([
          connectionLost,
          closeRequested,
          withTimeout(heartbeatTimeoutMs, heartbeat, heartbeatTimedOut),
        ])
        const duration = (performance.now() - sentAt) / 1000
        heartbeatSeconds = [...heartbeatSeconds.slice(1 - latencyHeartbeats), duration]
      }
      const readyToClose = parts.beforeClose?.(redis) ?? Promise.resolve()
      await withTimeout(closeTimeoutMs, readyToClose, redisTimeout(closeTimeoutMs)).catch(() => {})
    } finally {
      current = undefined
      heartbeatSeconds = []
      cleanUp?.()
      if (redis.isOpen) redis.destroy()
    }
  }

  const run = async () => {
    let failures = 0
    while (!isClosing()) {
      const startedAt = performance.now()
      try {
        await runConnection()
      } catch (error) {
        // Logged once per lost connection, not once per attempt.
        if (failures === 0 || performance.now() - startedAt > heartbeatTimeoutMs) logLoss(error)
        failures = performance.now() - startedAt > heartbeatEveryMs ? 1 : failures + 1
        firstAttempt.resolve()
        if (!isClosing()) await pause(retryMs[Math.min(failures, retryMs.length) - 1]!)
      }
    }
  }
  const running = run()
  return {
    redis: () => current,
    latency: () => (heartbeatSeconds.length > 0 ? Math.max(...heartbeatSeconds) : undefined),
    firstAttempt: firstAttempt.promise,
    async close() {
      abortController.abort()
      await running
    },
  }
}

const ping = (redis: Redis) => redis.ping()
