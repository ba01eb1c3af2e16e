/** Reports of exceeded limits to the operator: log lines and metrics. */
import { Problem } from '#contract/api/problem.ts'
import { callerLog, logLinesPerMinute } from '#service/shared/bounded-log.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { RateLimiter } from './rate-limiter.ts'

export type LimitReportParts = {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  /** Monotonic clock, milliseconds. */
  readonly elapsed: () => number
}

/** Wraps a limiter: counts refusals by limit and logs them as `rate-limited` with the caller's public name. */
export function reportedLimiter(
  limiter: RateLimiter,
  { log, metrics, elapsed }: LimitReportParts,
): RateLimiter {
  const logOfCaller = callerLog(log, elapsed, logLinesPerMinute.rateLimited)
  const report = (limit: string, caller: string, error: unknown): never => {
    if (error instanceof Problem && error.code === 'rate-limited') {
      metrics.count('service_rate_limited_total', { limit })
      logOfCaller(`${limit} ${caller}`, 'warn', 'rate-limited', { limit, caller })
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
