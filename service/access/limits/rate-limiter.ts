/**
 * How often a caller may do what: a token bucket for each limit and caller, in memory. Spec 5.1.4 ("rate-limited per
 * key"). What the limits are is said in settings/limits.ts; nodes that share them have a limiter of their own in `node/`.
 */
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { burstOf } from '#service/shared/limits.ts'
import type { Limit } from '#service/shared/limits.ts'

export type Limiter = {
  /**
   * Takes one from the caller's bucket of that limit and tells what is left. At once where the buckets are in memory;
   * where they are shared, when they have answered.
   *
   * @throws Problem `rate-limited` with when to try again where the bucket is empty (or rejects with it)
   */
  take(limit: Limit, caller: string): RateState | Promise<RateState>
}

/** A limiter that answers at once. */
export type MemoryLimiter = { take(limit: Limit, caller: string): RateState }

type Bucket = { left: number; at: number }

/**
 * The buckets of one limit, in two generations: one in use is in the younger. The older is dropped as a whole once it has
 * had the time in which any bucket is full again, so that no call looks at more than its own bucket.
 */
type Buckets = { young: Map<string, Bucket>; old: Map<string, Bucket>; since: number }

/** A generation this large is followed by the next at once: so many callers at a time are told apart for certain. */
const generationSize = 100_000

/**
 * @param elapsed monotonic milliseconds
 * @param most size of a generation; memory is bounded by two of them for each limit
 */
export function createLimiter(elapsed: () => number, most = generationSize): MemoryLimiter {
  const all = new Map<string, Buckets>()
  return {
    take(limit, caller) {
      const now = elapsed()
      let buckets = all.get(limit.name)
      if (!buckets) all.set(limit.name, (buckets = { young: new Map(), old: new Map(), since: now }))
      const fillMs = (burstOf(limit) * 60_000) / limit.perMinute
      if (now - buckets.since >= fillMs || buckets.young.size >= most) {
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
  if (!bucket) young.set(caller, (bucket = old.get(caller) ?? { left: burstOf(limit), at: now }))
  return bucket
}

function takeFrom(bucket: Bucket, limit: Limit, now: number): RateState {
  const { perMinute } = limit
  const burst = burstOf(limit)
  const refilled = Math.min(burst, bucket.left + ((now - bucket.at) * perMinute) / 60_000)
  bucket.at = now
  bucket.left = refilled >= 1 ? refilled - 1 : refilled
  const rate = rateState(limit, bucket.left)
  if (refilled >= 1) return rate
  throw rateLimited(limit, rate, Math.ceil(((1 - refilled) * 60) / perMinute))
}

/** What a caller is told of a bucket that has `left` in it. */
export function rateState(limit: Limit, left: number): RateState {
  const { perMinute } = limit
  return {
    perMinute,
    left: Math.max(0, Math.floor(left)),
    fullInSeconds: Math.ceil(((burstOf(limit) - left) * 60) / perMinute),
  }
}

/** The refusal of a caller whose bucket is empty; `seconds`: until there is one to take. */
export function rateLimited(limit: Limit, rate: RateState, seconds: number): Problem {
  const wait = Math.max(1, seconds)
  const detail = `More than ${limit.perMinute} ${limit.counted ?? 'requests'} in a minute. Try again in ${wait} s.`
  return new Problem('rate-limited', { detail }, { rate, retryAfterSeconds: wait })
}
