/**
 * Delays between scans that published nothing. Shared by all processes of a service through the outcomes in
 * the store: a failing source is not queried more often by several processes than by one.
 */
import { isSameScan } from '#service/store/scan-outcomes.ts'
import type { ScanOutcome, ScanOutcomeRepository, ScanSummary } from '#service/store/scan-outcomes.ts'

/** Until a scan that published nothing is tried again: doubled with each attempt, up to the longest. Milliseconds. */
const firstRetryMs = 60_000
const longestRetryMs = 30 * 60_000
/** By how much of itself a pause is longer or shorter. */
const jitter = 0.2

export type RetrySchedule = {
  /** Milliseconds to wait after a scan of this process that published nothing. Never rejects. */
  afterOwn(): Promise<number>
  /**
   * Milliseconds to wait because another process has tried, and published nothing, since this one last knew; null where
   * none has.
   *
   * @param since wall-clock milliseconds: only attempts that began then or later count
   */
  readonly afterOthers: (summary: ScanSummary, since?: number) => number | null
  /** Resets the retry counter. */
  begin(): void
}

export type RetryScheduleParts = {
  readonly scans: Pick<ScanOutcomeRepository, 'summary'>
  /** Wall clock. */
  readonly clock: () => Date
  /** From 0 up to, not including, 1. */
  readonly random: () => number
}

export function createRetrySchedule({ scans, clock, random }: RetryScheduleParts): RetrySchedule {
  /** Of this process in a row, for where the store cannot tell how many there were. */
  let own = 0
  let known: ScanOutcome | undefined
  const pauseAfter = (attempts: number): number =>
    Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (1 + jitter * (2 * random() - 1))
  return {
    async afterOwn() {
      own++
      const summary = await scans.summary().catch(() => undefined)
      known = summary?.last
      return pauseAfter(Math.max(own, summary?.unpublished ?? 0))
    },
    afterOthers({ last, unpublished }, since = -Infinity) {
      if (!last || unpublished === 0 || last.startedAt < since || isSameScan(last, known)) return null
      known = last
      const pause = pauseAfter(unpublished)
      // By the clock of who scanned, which may be wrong: no longer than the pause itself.
      return Math.max(0, pause - Math.max(0, clock().getTime() - last.endedAt))
    },
    begin() {
      own = 0
    },
  }
}
