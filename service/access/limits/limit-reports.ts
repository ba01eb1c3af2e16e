/** Reports of used-up limits to the operator: log lines and metrics. */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import { boundedLog } from '#service/shared/bounded-log.ts'
import { logLinesPerMinute, remembered } from '#service/shared/limits.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { RateLimiter } from './rate-limiter.ts'

export type LimitReportParts = {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** A caller is logged once per minute. */
const namedEveryMs = 60_000

/** Wraps a limiter: counts refusals by limit and logs them as `rate-limited` with the caller's public name. */
export function reportedLimiter(
  limiter: RateLimiter,
  { log, metrics, elapsed }: LimitReportParts,
): RateLimiter {
  const named = new LRUCache<string, number>({ max: remembered.loggedCallers })
  const tell = boundedLog(log, elapsed, logLinesPerMinute.rateLimited)
  const report = (limit: string, caller: string, error: unknown): never => {
    if (error instanceof Problem && error.code === 'rate-limited') {
      metrics.count('service_rate_limited_total', { limit })
      const [name, now] = [`${limit} ${caller}`, elapsed()]
      if (now - (named.get(name) ?? -Infinity) >= namedEveryMs) {
        named.set(name, now)
        tell('warn', 'rate-limited', { limit, caller })
      }
    }
    throw error
  }
  return {
    take(limit, caller) {
      try {
        const taken = limiter.take(limit, caller)
        return taken instanceof Promise
          ? taken.catch((error: unknown) => report(limit.name, caller, error))
          : taken
      } catch (error) {
        return report(limit.name, caller, error)
      }
    },
  }
}
