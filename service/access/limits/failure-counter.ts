/** Counts invalid credentials per caller, and temporarily refuses callers with too many of them. */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { cacheSizes } from '#service/shared/limits.ts'
import type { Limit } from '#service/shared/rate-limits.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** A token bucket for invalid credentials. */
export type FailureBucket = { readonly limit: Limit; readonly name: string }

export type FailureCounter = {
  /** The Problem if one of these buckets is empty, otherwise undefined. Takes no tokens. */
  findRefusal(buckets: readonly FailureBucket[]): Problem | undefined
  /** Counts one invalid credential: takes a token from each bucket. */
  count(buckets: readonly FailureBucket[]): Promise<void>
}

/** The monotonic time until which a caller is refused, and the state of its bucket. */
type Refusal = { readonly until: number; readonly rate: RateState | undefined }

/** @param elapsed monotonic clock, milliseconds */
export function createFailureCounter(limiter: RateLimiter, elapsed: () => number): FailureCounter {
  const refusals = new LRUCache<string, Refusal>({ max: cacheSizes.refusedCallers })
  const countFailure = async ({ limit, name }: FailureBucket) => {
    try {
      await limiter.take(limit, name)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate-limited') throw error
      const { retryAfterSeconds = 1, rate } = error.facts
      refusals.set(`${limit.name} ${name}`, { until: elapsed() + retryAfterSeconds * 1000, rate })
    }
  }
  return {
    findRefusal(buckets) {
      for (const { limit, name } of buckets) {
        const { until, rate } = refusals.get(`${limit.name} ${name}`) ?? { until: 0, rate: undefined }
        const seconds = Math.ceil((until - elapsed()) / 1000)
        if (seconds > 0)
          return new Problem(
            'rate-limited',
            { detail: `Too many invalid credentials. Try again in ${seconds} s.` },
            { retryAfterSeconds: seconds, ...(rate && { rate }) },
          )
      }
      return undefined
    },
    async count(buckets) {
      for (const failure of buckets) await countFailure(failure)
    },
  }
}
