/** Counts invalid credentials per caller, and refuses callers with too many of them for a time. */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { cacheSizes } from '#service/shared/limits.ts'
import type { Limit } from '#service/shared/limits.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** A token bucket for invalid credentials. */
export type FailureBucket = { readonly limit: Limit; readonly name: string }

export type FailureCounter = {
  /** The refusal if one of these buckets is empty. Takes nothing from any bucket. */
  findRefusal(counts: readonly FailureBucket[]): Problem | undefined
  /** Counts one invalid credential. */
  count(counts: readonly FailureBucket[]): Promise<void>
}

/** Time until which a caller is refused. */
type Refusal = { readonly until: number; readonly rate: RateState | undefined }

/** @param elapsed monotonic milliseconds */
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
    findRefusal(counts) {
      for (const { limit, name } of counts) {
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
    async count(counts) {
      for (const failure of counts) await countFailure(failure)
    },
  }
}
