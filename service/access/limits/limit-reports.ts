/** Who used up a limit: the operator is told by the log and the metrics, nobody else. */
import { Problem } from '#contract/api/problem.ts'
import { boundedMap } from '#service/markets/bounded-map.ts'
import { boundedLog } from '#service/shared/bounded-log.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import type { Limiter } from './rate-limiter.ts'

export type LimitReportParts = {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** A caller is named once in a minute. */
const namedEveryMs = 60_000
const linesPerMinute = 60
/** Callers of whom it is known when they were named. */
const mostNamed = 1000

/** The same limiter, whose refusals are counted by limit and logged as `rate-limited` with the caller's public name. */
export function reportedLimiter(limiter: Limiter, { log, metrics, elapsed }: LimitReportParts): Limiter {
  const named = boundedMap<string, number>(mostNamed)
  const tell = boundedLog(log, elapsed, linesPerMinute)
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
