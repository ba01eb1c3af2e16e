/** Reports of exceeded limits to the operator: log lines and metrics. */
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problem.ts'
import { boundedLog } from '#service/shared/bounded-log.ts'
import { logLinesPerMinute, cacheSizes } from '#service/shared/limits.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { RateLimiter } from './rate-limiter.ts'

export type LimitReportParts = {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

/** Minimum interval of log lines for a caller and limit. */
const logIntervalMs = 60_000

/** Wraps a limiter: counts refusals by limit and logs them as `rate-limited` with the caller's public name. */
export function reportedLimiter(
  limiter: RateLimiter,
  { log, metrics, elapsed }: LimitReportParts,
): RateLimiter {
  const loggedAt = new LRUCache<string, number>({ max: cacheSizes.loggedCallers })
  const logBounded = boundedLog(log, elapsed, logLinesPerMinute.rateLimited)
  const report = (limit: string, caller: string, error: unknown): never => {
    if (error instanceof Problem && error.code === 'rate-limited') {
      metrics.count('service_rate_limited_total', { limit })
      const [name, now] = [`${limit} ${caller}`, elapsed()]
      if (now - (loggedAt.get(name) ?? -Infinity) >= logIntervalMs) {
        loggedAt.set(name, now)
        logBounded('warn', 'rate-limited', { limit, caller })
      }
    }
    throw error
  }
  return {
    take(limit, caller) {
      try {
        const state = limiter.take(limit, caller)
        return state instanceof Promise
          ? state.catch((error: unknown) => report(limit.name, caller, error))
          : state
      } catch (error) {
        return report(limit.name, caller, error)
      }
    },
  }
}
