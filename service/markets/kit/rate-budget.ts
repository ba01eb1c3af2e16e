/**
 * The calls that a vendor allows one process: requests and the nightly scan share it, and the vendor's own headers correct
 * it. First come, first served.
 */
import { VendorError } from './vendor-error.ts'

/** The state of a vendor's rate limit, from the headers of a response. */
export type RateReading = {
  /** Calls left in the current window. */
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}

export type RateBudget = {
  /**
   * Resolves when the next call may be made.
   *
   * @throws VendorError `throttled` at once if the wait would exceed `maxWaitMs`
   */
  acquire(): Promise<void>
  /** Adopts the vendor's own count: without calls left, all wait for the end of the window. */
  report(reading: RateReading): void
  /** No call is made for this long: the vendor has answered 429. */
  pause(ms: number): void
  /** Calls a minute that the budget allows; null without a limit. */
  readonly perMinute: number | null
  /** Calls made so far. */
  callCount(): number
}

export type RateBudgetOptions = {
  /** Calls a minute; null without a limit. */
  readonly perMinute: number | null
  /** Calls that may be made at once after a pause; the default is a sixth of a minute's. */
  readonly burst?: number
  /** Longest wait of a call, milliseconds. Longer than a lookup's timeout, because the scan waits as well. */
  readonly maxWaitMs?: number
  /** Monotonic clock, milliseconds. */
  readonly elapsed?: () => number
}

export function createRateBudget({
  perMinute,
  burst = Math.max(1, Math.floor((perMinute ?? 0) / 6)),
  maxWaitMs = 25_000,
  elapsed = () => performance.now(),
}: RateBudgetOptions): RateBudget {
  const intervalMs = perMinute === null ? 0 : 60_000 / perMinute
  /** Virtual scheduling (GCRA): the time at which the next call would be made without a burst. */
  let nextCallMs = -Infinity
  let pausedUntilMs = -Infinity
  let calls = 0

  return {
    perMinute,
    callCount: () => calls,
    async acquire() {
      const nowMs = elapsed()
      const scheduledMs = Math.max(nextCallMs, nowMs - (burst - 1) * intervalMs)
      const startMs = Math.max(scheduledMs, pausedUntilMs, nowMs)
      if (startMs - nowMs > maxWaitMs)
        throw new VendorError(
          'throttled',
          `the rate limit is used up for another ${Math.ceil((startMs - nowMs) / 1000)} s`,
          { retryAfterMs: startMs - nowMs },
        )
      nextCallMs = Math.max(scheduledMs, pausedUntilMs) + intervalMs
      // The vendor may pause all calls while this one waits.
      for (let waitMs = startMs - nowMs; waitMs > 0; waitMs = pausedUntilMs - elapsed())
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      calls++
    },
    report({ remaining, resetMs }) {
      if (remaining <= 0) this.pause(resetMs)
    },
    pause(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, elapsed() + ms)
    },
  }
}
