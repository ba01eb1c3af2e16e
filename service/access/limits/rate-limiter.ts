/**
 * Rate limits: a token bucket for each limit and caller, in memory (docs/specification.md 5.1.4).
 * shared/rate-limits.ts defines the limits; nodes of a cluster use `server/cluster/shared-limiter.ts`.
 */
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { cacheSizes } from '#service/shared/limits.ts'
import { burstOf } from '#service/shared/rate-limits.ts'
import type { Limit } from '#service/shared/rate-limits.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

export type RateLimiter = {
  /**
   * Takes one token from the caller's bucket of a limit, and returns the state of the bucket.
   * Synchronous if the buckets are in memory.
   *
   * @throws Problem `rate-limited` with the time to retry if the bucket is empty (or rejects with
   * it)
   */
  take(limit: Limit, caller: string): MaybePromise<RateState>
}

/** A synchronous rate limiter. */
export type MemoryRateLimiter = { take(limit: Limit, caller: string): RateState }

type Bucket = { tokens: number; updatedAt: number }

/**
 * The buckets of one limit, in two generations. A used bucket moves to the young generation. The
 * old generation is dropped after the time in which any bucket refills completely, so that a call
 * reads its own bucket only. `startedAt`: start of the young generation.
 */
type Buckets = { young: Map<string, Bucket>; old: Map<string, Bucket>; startedAt: number }

/**
 * @param elapsed monotonic clock, milliseconds
 * @param maxBuckets maximum size of a generation, at which the next one starts at once: bounds the
 * memory to two generations per limit
 */
export function createRateLimiter(
  elapsed: () => number,
  maxBuckets: number = cacheSizes.buckets,
): MemoryRateLimiter {
  const bucketsByLimit = new Map<string, Buckets>()
  return {
    take(limit, caller) {
      const now = elapsed()
      let buckets = bucketsByLimit.get(limit.name)
      if (!buckets)
        bucketsByLimit.set(limit.name, (buckets = { young: new Map(), old: new Map(), startedAt: now }))
      const fillMs = (burstOf(limit) * 60_000) / limit.perMinute
      if (now - buckets.startedAt >= fillMs || buckets.young.size >= maxBuckets) {
        buckets.old = now - buckets.startedAt >= 2 * fillMs ? new Map() : buckets.young
        buckets.young = new Map()
        buckets.startedAt = now
      }
      return takeFrom(bucketOf(buckets, caller, limit, now), limit, now)
    },
  }
}

function bucketOf({ young, old }: Buckets, caller: string, limit: Limit, now: number): Bucket {
  let bucket = young.get(caller)
  if (!bucket) young.set(caller, (bucket = old.get(caller) ?? { tokens: burstOf(limit), updatedAt: now }))
  return bucket
}

function takeFrom(bucket: Bucket, limit: Limit, now: number): RateState {
  const { perMinute } = limit
  const burst = burstOf(limit)
  const refilled = Math.min(burst, bucket.tokens + ((now - bucket.updatedAt) * perMinute) / 60_000)
  bucket.updatedAt = now
  bucket.tokens = refilled >= 1 ? refilled - 1 : refilled
  const rate = rateState(limit, bucket.tokens)
  if (refilled >= 1) return rate
  throw rateLimited(limit, rate, Math.ceil(((1 - refilled) * 60) / perMinute))
}

/** The rate limit state that a caller receives for a bucket with this number of tokens. */
export function rateState(limit: Limit, tokens: number): RateState {
  const { perMinute } = limit
  return {
    perMinute,
    remaining: Math.max(0, Math.floor(tokens)),
    fullInSeconds: Math.ceil(((burstOf(limit) - tokens) * 60) / perMinute),
  }
}

/** The Problem for an empty bucket. `seconds`: time until the next token. */
export function rateLimited(limit: Limit, rate: RateState, seconds: number): Problem {
  const wait = Math.max(1, seconds)
  const detail = `More than ${limit.perMinute} ${limit.counted ?? 'requests'} in a minute. Try again in ${wait} s.`
  return new Problem('rate-limited', { detail }, { rate, retryAfterSeconds: wait })
}
