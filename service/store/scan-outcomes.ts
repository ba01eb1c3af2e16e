/** Outcomes of scans, stored so that every process and the operator can see a scan that published nothing. */
import type { Day } from '#service/markets/market.ts'

/** Sizes of a scan, in symbols. */
export type ScanCounts = {
  readonly universe: number
  /** Symbols at which the source failed. */
  readonly failures: number
  /** Symbols whose option chain was read. */
  readonly chains: number
  /** Symbols with a technical score. */
  readonly ranked: number
}

/** `refused`: the scan finished, or gave up, and its result is not fit to publish. `failed`: it threw. */
export type ScanResult = 'published' | 'refused' | 'failed'

export type ScanOutcome = {
  /** Wall-clock milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number
  /** Duration of the scan by the monotonic clock, milliseconds. */
  readonly durationMs: number
  readonly outcome: ScanResult
  /** Why nothing was published, or the objection that was overridden; null if there was none. */
  readonly reason: string | null
  /** The market's day that was scanned. */
  readonly tradingDay: Day
  /** The published batch. */
  readonly batchId: string | null
  /** Null if the scan ended before it was known. */
  readonly counts: ScanCounts | null
}

/** Number of scans with this outcome since the store was created. */
export type ScanTotals = Readonly<Record<ScanResult, number>>

export type ScanSummary = {
  /** The scan that ended last; undefined before the first. */
  readonly last: ScanOutcome | undefined
  /** The last that published. */
  readonly lastPublished: ScanOutcome | undefined
  readonly totals: ScanTotals
  /** Number of scans since then that published nothing. */
  readonly unpublished: number
}

/** Whether two outcomes are of the same scan, or both absent. */
export const isSameScan = (a: ScanOutcome | undefined, b: ScanOutcome | undefined): boolean =>
  a?.startedAt === b?.startedAt && a?.endedAt === b?.endedAt

/** Scans of one market. */
export interface ScanOutcomeRepository {
  keep(outcome: ScanOutcome): Promise<void>
  summary(): Promise<ScanSummary>
}

/** Number of stored outcomes, in addition to the last that published. */
export const keptOutcomes = 100

export const noTotals: ScanTotals = { published: 0, refused: 0, failed: 0 }
