/**
 * Rate limits shared by all nodes: token buckets in Redis, refilled by its clock. If Redis does not respond
 * in time, each node counts on its own, so that an outage neither blocks callers nor lifts the limits.
 */
import { burstOf } from '#service/shared/rate-limits.ts'
import type { Limit } from '#service/shared/rate-limits.ts'
import { rateLimited, rateState } from '#service/access/limits/rate-limiter.ts'
import type { RateLimiter, MemoryRateLimiter } from '#service/access/limits/rate-limiter.ts'
import type { RateState } from '#contract/api/problem.ts'
import type { Log } from '#service/shared/log.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { redisTimeout } from './redis-link.ts'
import type { Redis } from './redis-link.ts'

export type SharedLimiter = RateLimiter & {
  /** Whether all nodes currently share the buckets. */
  readonly isShared: () => boolean
}

export type SharedLimiterParts = {
  readonly redis: () => Redis | undefined
  /** Prefix of every key. */
  readonly prefix: string
  /** Counts while Redis does not respond. */
  readonly localLimiter: MemoryRateLimiter
  readonly log: Log
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** Maximum time that a request waits for its bucket, milliseconds. */
const replyTimeoutMs = 100
/** Circuit breaker: after a timeout, Redis is not used for this time, so that not every request waits. Milliseconds. */
const pauseMs = 1000

export function sharedLimiter({
  redis,
  prefix,
  localLimiter,
  log,
  elapsed,
}: SharedLimiterParts): SharedLimiter {
  let pausedUntil = -Infinity
  let wasShared: boolean | undefined
  const logMode = (isShared: boolean, reason?: string) => {
    if (isShared === wasShared) return
    wasShared = isShared
    if (isShared) log('info', 'limits-shared')
    else log('warn', 'limits-per-node', { reason })
  }
  const takeShared = async (connection: Redis, limit: Limit, caller: string): Promise<RateState> => {
    const burst = burstOf(limit)
    let remaining: number
    try {
      const reply = connection.takeToken(`${prefix}limit:${limit.name}:${caller}`, limit.perMinute, burst)
      remaining = (await withTimeout(replyTimeoutMs, reply, redisTimeout(replyTimeoutMs))) / 1000
    } catch (error) {
      pausedUntil = elapsed() + pauseMs
      logMode(false, errorMessage(error))
      return localLimiter.take(limit, caller)
    }
    logMode(true)
    if (remaining >= 1) return rateState(limit, remaining - 1)
    throw rateLimited(limit, rateState(limit, remaining), Math.ceil(((1 - remaining) * 60) / limit.perMinute))
  }
  return {
    take(limit, caller) {
      const connection = elapsed() < pausedUntil ? undefined : redis()
      if (connection) return takeShared(connection, limit, caller)
      logMode(false, 'there is no connection to Redis')
      return localLimiter.take(limit, caller)
    },
    isShared: () => redis() !== undefined && elapsed() >= pausedUntil,
  }
}
