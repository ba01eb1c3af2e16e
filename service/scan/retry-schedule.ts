/**
 * Exponential back-off after scans that published nothing. All processes of a service share it
 * through the outcomes in the store, so that several processes do not query a failing source more
 * often than one.
 */
import { isSameScan } from '#service/store/scan-outcomes.ts'
import type { ScanOutcome, ScanOutcomeRepository, ScanSummary } from '#service/store/scan-outcomes.ts'

/** The first delay, and the maximum. The delay doubles with each attempt. Milliseconds. */
const firstRetryMs = 60_000
const maxRetryMs = 30 * 60_000
/** Maximum jitter of a delay in each direction, as a share of the delay. */
const jitterShare = 0.2

export type RetrySchedule = {
  /** Milliseconds to wait after a scan of this process that published nothing. Never rejects. */
  delayAfterOwnScan(): Promise<number>
  /**
   * Milliseconds to wait after a scan of another process that published nothing; null if there was
   * none.
   *
   * @param since wall-clock time, epoch milliseconds: ignores scans that started earlier
   */
  readonly delayAfterOtherScan: (summary: ScanSummary, since?: number) => number | null
  /** Resets the number of attempts, after a scan has published. */
  reset(): void
}

export type RetryScheduleParts = {
  readonly scans: Pick<ScanOutcomeRepository, 'summary'>
  /** Wall clock. */
  readonly clock: () => Date
  /** Random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
}

export function createRetrySchedule({ scans, clock, random }: RetryScheduleParts): RetrySchedule {
  /** Consecutive attempts of this process, a lower bound if the store cannot be read. */
  let ownAttempts = 0
  let lastSeenOutcome: ScanOutcome | undefined
  const delayAfter = (attempts: number): number =>
    Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (1 + jitterShare * (2 * random() - 1))
  return {
    async delayAfterOwnScan() {
      ownAttempts++
      const summary = await scans.summary().catch(() => undefined)
      lastSeenOutcome = summary?.last
      return delayAfter(Math.max(ownAttempts, summary?.unpublished ?? 0))
    },
    delayAfterOtherScan({ last, unpublished }, since = -Infinity) {
      if (!last || unpublished === 0 || last.startedAt < since || isSameScan(last, lastSeenOutcome))
        return null
      lastSeenOutcome = last
      const delay = delayAfter(unpublished)
      // `endedAt` is of the other process's clock, which may be wrong, so the result is clamped to 0 to `delay`.
      return Math.max(0, delay - Math.max(0, clock().getTime() - last.endedAt))
    },
    reset() {
      ownAttempts = 0
    },
  }
}
