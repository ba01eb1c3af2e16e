/** Counts invalid credentials per caller, and refuses callers with too many of them for a time. */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { remembered } from '#service/shared/limits.ts'
import type { Limit } from '#service/shared/limits.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** A token bucket for invalid credentials. */
export type FailureCount = { readonly limit: Limit; readonly name: string }

export type FailureCounter = {
  /** The refusal if one of these buckets is empty. Takes nothing from any bucket. */
  refusalOf(who: readonly FailureCount[]): Problem | undefined
  /** Counts one invalid credential. */
  count(who: readonly FailureCount[]): Promise<void>
}

/** Time until which a caller is refused. */
type Refusal = { readonly until: number; readonly rate: RateState | undefined }

/** @param elapsed monotonic milliseconds */
export function createFailureCounter(limiter: RateLimiter, elapsed: () => number): FailureCounter {
  const refused = new LRUCache<string, Refusal>({ max: remembered.refusedCallers })
  const countOne = async ({ limit, name }: FailureCount) => {
    try {
      await limiter.take(limit, name)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate-limited') throw error
      const { retryAfterSeconds = 1, rate } = error.facts
      refused.set(`${limit.name} ${name}`, { until: elapsed() + retryAfterSeconds * 1000, rate })
    }
  }
  return {
    refusalOf(who) {
      for (const { limit, name } of who) {
        const { until, rate } = refused.get(`${limit.name} ${name}`) ?? { until: 0, rate: undefined }
        const seconds = Math.ceil((until - elapsed()) / 1000)
        if (seconds > 0)
          return new Problem(
            'rate-limited',
            { detail: `Too many credentials that are not valid. Try again in ${seconds} s.` },
            { retryAfterSeconds: seconds, ...(rate && { rate }) },
          )
      }
      return undefined
    },
    async count(who) {
      for (const one of who) await countOne(one)
    },
  }
}
