/** Rate limit for log lines that callers can provoke. */
import type { Log } from './log.ts'

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
