/** Rate limit for log lines that callers can provoke. */
import type { Log } from './log.ts'

/**
 * The same log for at most `perMinute` lines a minute. The first line after a gap has the number of
 * omitted lines as `leftOut`; the metrics count them all.
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
