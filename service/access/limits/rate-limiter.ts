/**
 * Rate limits: a token bucket for each limit and caller, in memory (docs/specification.md 5.1.4).
 * shared/limits.ts defines the limits; nodes of a cluster use `server/cluster/shared-limiter.ts`.
 */
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { burstOf, cacheSizes } from '#service/shared/limits.ts'
import type { Limit } from '#service/shared/limits.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

export type RateLimiter = {
  /**
   * Takes one token from the caller's bucket of that limit and returns what remains. Synchronous if the
   * buckets are in memory.
   *
   * @throws Problem `rate-limited` with the time to retry if the bucket is empty (or rejects with it)
   */
  take(limit: Limit, caller: string): MaybePromise<RateState>
}

/** A synchronous rate limiter. */
export type MemoryRateLimiter = { take(limit: Limit, caller: string): RateState }

type Bucket = { tokens: number; updatedAt: number }

/**
 * The buckets of one limit, in two generations. A used bucket moves to the younger one. The older one is dropped as a
 * whole after the time in which any bucket refills completely, so that a call reads its own bucket only.
 */
type Buckets = { young: Map<string, Bucket>; old: Map<string, Bucket>; since: number }

/**
 * @param elapsed monotonic milliseconds
 * @param maxBuckets maximum size of a generation: when it is reached the next one starts at
 *   once. Memory is bounded by two generations for each limit
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
        bucketsByLimit.set(limit.name, (buckets = { young: new Map(), old: new Map(), since: now }))
      const fillMs = (burstOf(limit) * 60_000) / limit.perMinute
      if (now - buckets.since >= fillMs || buckets.young.size >= maxBuckets) {
        buckets.old = now - buckets.since >= 2 * fillMs ? new Map() : buckets.young
        buckets.young = new Map()
        buckets.since = now
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

/** The rate limit state that a caller receives for a bucket with `left` tokens. */
export function rateState(limit: Limit, tokens: number): RateState {
  const { perMinute } = limit
  return {
    perMinute,
    remaining: Math.max(0, Math.floor(tokens)),
    fullInSeconds: Math.ceil(((burstOf(limit) - tokens) * 60) / perMinute),
  }
}

/** The refusal for an empty bucket; `seconds` until the next token. */
export function rateLimited(limit: Limit, rate: RateState, seconds: number): Problem {
  const wait = Math.max(1, seconds)
  const detail = `More than ${limit.perMinute} ${limit.counted ?? 'requests'} in a minute. Try again in ${wait} s.`
  return new Problem('rate-limited', { detail }, { rate, retryAfterSeconds: wait })
}
