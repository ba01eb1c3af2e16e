/**
 * Rate limits shared by all nodes: token buckets in Redis, refilled by its clock. If Redis does not answer in
 * time each node counts on its own, so that a failure on our side neither blocks callers nor lifts the
 * limits.
 */
import { burstOf } from '#service/shared/limits.ts'
import type { Limit } from '#service/shared/limits.ts'
import { rateLimited, rateState } from '#service/access/limits/rate-limiter.ts'
import type { RateLimiter, MemoryRateLimiter } from '#service/access/limits/rate-limiter.ts'
import type { RateState } from '#contract/api/problem.ts'
import type { Log } from '#service/shared/log.ts'
import { withTimeout } from '#service/shared/with-timeout.ts'
import { redisSilent } from './redis-link.ts'
import type { Redis } from './redis-link.ts'

export type SharedLimiter = RateLimiter & {
  /** Whether the buckets are those of all nodes right now. */
  readonly isShared: () => boolean
}

export type SharedLimiterParts = {
  readonly redis: () => Redis | undefined
  /** Of every key. */
  readonly prefix: string
  /** Counts while Redis does not. */
  readonly own: MemoryRateLimiter
  readonly log: Log
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** A request waits no longer than this for its bucket. */
const replyTimeoutMs = 100
/** Redis is left alone for this long when it has not answered in time: so not every request waits. */
const restMs = 1000

export function sharedLimiter({ redis, prefix, own, log, elapsed }: SharedLimiterParts): SharedLimiter {
  let restsUntil = -Infinity
  let wasShared: boolean | undefined
  const say = (isShared: boolean, reason?: string) => {
    if (isShared === wasShared) return
    wasShared = isShared
    if (isShared) log('info', 'limits-shared')
    else log('warn', 'limits-per-node', { reason })
  }
  const takeShared = async (connection: Redis, limit: Limit, caller: string): Promise<RateState> => {
    const burst = burstOf(limit)
    let left: number
    try {
      const reply = connection.takeToken(`${prefix}limit:${limit.name}:${caller}`, limit.perMinute, burst)
      left = (await withTimeout(replyTimeoutMs, reply, redisSilent(replyTimeoutMs))) / 1000
    } catch (error) {
      restsUntil = elapsed() + restMs
      say(false, error instanceof Error ? error.message : String(error))
      return own.take(limit, caller)
    }
    say(true)
    if (left >= 1) return rateState(limit, left - 1)
    throw rateLimited(limit, rateState(limit, left), Math.ceil(((1 - left) * 60) / limit.perMinute))
  }
  return {
    take(limit, caller) {
      const connection = elapsed() < restsUntil ? undefined : redis()
      if (connection) return takeShared(connection, limit, caller)
      say(false, 'there is no connection to Redis')
      return own.take(limit, caller)
    },
    isShared: () => redis() !== undefined && elapsed() >= restsUntil,
  }
}
