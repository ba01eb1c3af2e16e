/**
 * Outcomes of scans, stored so that all processes and the operator know about scans that published
 * nothing.
 */
import type { Day } from '#service/markets/market.ts'

/** Numbers of symbols in a scan. */
export type ScanCounts = {
  readonly universe: number
  /** Symbols at which the source failed. */
  readonly failures: number
  /** Symbols whose option chain was read. */
  readonly chains: number
  /** Symbols with a technical score. */
  readonly ranked: number
}

/**
 * `refused`: the scan finished or stopped early, and its result is not valid. `failed`: it threw an
 * error.
 */
export type ScanResult = 'published' | 'refused' | 'failed'

export type ScanOutcome = {
  /** Wall-clock milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number
  /** Duration of the scan by the monotonic clock, milliseconds. */
  readonly durationMs: number
  readonly outcome: ScanResult
  /**
   * Reason why nothing was published, or for which it was published by the operator only; null if
   * there is none.
   */
  readonly reason: string | null
  /** The trading day that was scanned. */
  readonly tradingDay: Day
  /** Id of the published batch; null if none was published. */
  readonly batchId: string | null
  /** Null if the scan ended before it had counted. */
  readonly counts: ScanCounts | null
}

/** Number of scans with this outcome since the store was created. */
export type ScanTotals = Readonly<Record<ScanResult, number>>

export type ScanSummary = {
  /** The scan that ended last; undefined before the first. */
  readonly last: ScanOutcome | undefined
  /** The last scan that published. */
  readonly lastPublished: ScanOutcome | undefined
  readonly totals: ScanTotals
  /** Number of scans since `lastPublished` that published nothing. */
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

/** Maximum number of stored outcomes, in addition to that of the last scan that published. */
export const maxStoredOutcomes = 100

export const noTotals: ScanTotals = { published: 0, refused: 0, failed: 0 }
