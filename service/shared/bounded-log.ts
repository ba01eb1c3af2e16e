/** Rate limit for log lines that callers can provoke. */
import type { Log } from './log.ts'

/**
 * The same log for at most `perMinute` lines a minute. The first line after a gap has the number of
 * omitted lines as `leftOut`; the metrics count them all.
 *
 * @param elapsed monotonic milliseconds
 */
export function boundedLog(log: Log, elapsed: () => number, perMinute: number): Log {
  let since = -Infinity
  let written = 0
  let leftOut = 0
  return (level, event, fields) => {
    const now = elapsed()
    if (now - since >= 60_000) [since, written] = [now, 0]
    if (written >= perMinute) return void leftOut++
    written++
    log(level, event, leftOut > 0 ? { ...fields, leftOut } : fields)
    leftOut = 0
  }
}
