/** Rate limits for log lines that callers can provoke. */
import { LRUCache } from 'lru-cache'
import { cacheSizes } from './limits.ts'
import type { Log } from './log.ts'

/** Maximum log lines a minute, by event that callers can provoke. */
export const logLinesPerMinute = {
  /** Of credentials with a valid format, so that malformed ones cannot hide them. */
  wellFormedCredentialRefused: 30,
  malformedCredentialRefused: 30,
  rateLimited: 60,
  /** Responses of status 500. */
  requestFailed: 60,
  /** Responses of status 503. */
  requestUnavailable: 60,
  /** Responses of `/readyz` with status 503: load balancers send the request every second. */
  notReady: 1,
  upgradeRefused: 60,
  /** Connections that a limit refuses or closes. */
  connectionRefused: 60,
  /** Violations of the frame's Content-Security-Policy that browsers report, without a credential. */
  policyViolation: 20,
} as const

/**
 * Returns a log that writes at most `perMinute` lines a minute to `log`. The first line after omitted
 * ones has their number in the field `leftOut`.
 *
 * @param elapsed monotonic milliseconds
 */
export function boundedLog(log: Log, elapsed: () => number, perMinute: number): Log {
  let windowStart = -Infinity
  let writtenCount = 0
  let omittedCount = 0
  return (level, event, fields) => {
    const now = elapsed()
    if (now - windowStart >= 60_000) [windowStart, writtenCount] = [now, 0]
    if (writtenCount >= perMinute) return void omittedCount++
    writtenCount++
    log(level, event, omittedCount > 0 ? { ...fields, leftOut: omittedCount } : fields)
    omittedCount = 0
  }
}

/** Minimum interval of two lines of one caller, milliseconds. */
const callerIntervalMs = 60_000

/** Writes a line, unless the caller had one within the last minute. `caller` identifies it, and is not logged. */
export type CallerLog = (caller: string, ...line: Parameters<Log>) => void

/**
 * Returns a log that writes at most one line a minute for each caller, and at most `perMinute` lines a minute to `log`,
 * like `boundedLog`.
 *
 * @param elapsed monotonic milliseconds
 */
export function callerLog(log: Log, elapsed: () => number, perMinute: number): CallerLog {
  const loggedAt = new LRUCache<string, number>({ max: cacheSizes.loggedCallers })
  const logBounded = boundedLog(log, elapsed, perMinute)
  return (caller, ...line) => {
    const now = elapsed()
    if (now - (loggedAt.get(caller) ?? -Infinity) < callerIntervalMs) return
    loggedAt.set(caller, now)
    logBounded(...line)
  }
}
