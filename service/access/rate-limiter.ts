/** Rate limits: a token bucket per caller, in memory. Spec 5.1.4 ("rate-limited per key"). */
import { Problem } from '#contract/problem.ts'
import type { RateState } from '#contract/problem.ts'

export type Limiter = {
  /**
   * Takes one request from the caller's bucket and tells what is left.
   *
   * @throws Problem `rate-limited` with when to try again where the bucket is empty
   */
  take(caller: string, perMinute: number): RateState
}

type Bucket = { left: number; at: number }

/** Buckets are forgotten once full again; beyond this many the full ones are swept out. */
const sweepAbove = 10_000

export function createLimiter(clock: () => number): Limiter {
  const buckets = new Map<string, Bucket>()
  const refilled = (bucket: Bucket, perMinute: number, now: number) =>
    Math.min(perMinute, bucket.left + (Math.max(0, now - bucket.at) * perMinute) / 60_000)

  return {
    take(caller, perMinute) {
      const now = clock()
      if (buckets.size > sweepAbove) {
        for (const [name, bucket] of buckets) if (now - bucket.at > 60_000) buckets.delete(name)
      }
      const before = buckets.get(caller)
      const left = before ? refilled(before, perMinute, now) : perMinute
      const allowed = left >= 1
      const after = allowed ? left - 1 : left
      buckets.set(caller, { left: after, at: now })
      const rate = {
        perMinute,
        left: Math.floor(after),
        fullInSeconds: Math.ceil(((perMinute - after) * 60) / perMinute),
      }
      if (allowed) return rate
      const seconds = Math.max(1, Math.ceil(((1 - after) * 60) / perMinute))
      throw new Problem(
        'rate-limited',
        { detail: `More than ${perMinute} requests in a minute. Try again in ${seconds} s.` },
        { rate, retryAfterSeconds: seconds },
      )
    },
  }
}
