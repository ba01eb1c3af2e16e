/**
 * Delays between scans that published nothing. Shared by all processes of a service through the outcomes in
 * the store: a failing source is not queried more often by several processes than by one.
 */
import { isSameScan } from '#service/store/scan-outcomes.ts'
import type { ScanOutcome, ScanOutcomeRepository, ScanSummary } from '#service/store/scan-outcomes.ts'

/** Delay before a scan that published nothing is retried: doubles with each attempt up to the maximum. Milliseconds. */
const firstRetryMs = 60_000
const longestRetryMs = 30 * 60_000
/** Jitter of a delay, as a fraction of it. */
const jitter = 0.2

export type RetrySchedule = {
  /** Milliseconds to wait after a scan of this process that published nothing. Never rejects. */
  delayAfterOwnScan(): Promise<number>
  /**
   * Milliseconds to wait after another process's attempt since `since` that published nothing; null if there was
   * none.
   *
   * @param since wall-clock milliseconds: only attempts that began then or later count
   */
  readonly delayAfterOthersScan: (summary: ScanSummary, since?: number) => number | null
  /** Resets the retry counter. */
  reset(): void
}

export type RetryScheduleParts = {
  readonly scans: Pick<ScanOutcomeRepository, 'summary'>
  /** Wall clock. */
  readonly clock: () => Date
  /** From 0 up to, not including, 1. */
  readonly random: () => number
}

export function createRetrySchedule({ scans, clock, random }: RetryScheduleParts): RetrySchedule {
  /** Consecutive attempts of this process; used if the store cannot report the number. */
  let ownAttempts = 0
  let lastKnown: ScanOutcome | undefined
  const delayAfter = (attempts: number): number =>
    Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (1 + jitter * (2 * random() - 1))
  return {
    async delayAfterOwnScan() {
      ownAttempts++
      const summary = await scans.summary().catch(() => undefined)
      lastKnown = summary?.last
      return delayAfter(Math.max(ownAttempts, summary?.unpublished ?? 0))
    },
    delayAfterOthersScan({ last, unpublished }, since = -Infinity) {
      if (!last || unpublished === 0 || last.startedAt < since || isSameScan(last, lastKnown)) return null
      lastKnown = last
      const delay = delayAfter(unpublished)
      // Measured by the scanning process's clock, which may be wrong: bounded by the delay.
      return Math.max(0, delay - Math.max(0, clock().getTime() - last.endedAt))
    },
    reset() {
      ownAttempts = 0
    },
  }
}
