/** Who has shown too many bad credentials, and until when that is held against him. */
import { Problem } from '#contract/api/problem.ts'
import type { RateState } from '#contract/api/problem.ts'
import { boundedMap } from '#service/markets/bounded-map.ts'
import type { Limit } from '#service/shared/limits.ts'
import type { Limiter } from './rate-limiter.ts'

/** A bucket that bad credentials are taken from. */
export type Counted = { readonly limit: Limit; readonly name: string }

export type Failures = {
  /** What whoever shows one more is told, where one of these buckets is empty. Takes nothing from any. */
  refusalOf(who: readonly Counted[]): Problem | undefined
  /** One more was bad. */
  count(who: readonly Counted[]): Promise<void>
}

/** Who is refused, and until when. */
type Refusal = { readonly until: number; readonly rate: RateState | undefined }

const mostRefused = 20_000

/** @param elapsed monotonic milliseconds */
export function createFailures(limiter: Limiter, elapsed: () => number): Failures {
  const refused = boundedMap<string, Refusal>(mostRefused)
  const countOne = async ({ limit, name }: Counted) => {
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
