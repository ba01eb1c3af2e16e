/** Outcomes of scans, stored so that every process and the operator can see a scan that published nothing. */
import type { Day } from '#service/markets/market.ts'

/** Sizes of a scan, in symbols. */
export type ScanCounts = {
  readonly universe: number
  /** Those the source failed at. */
  readonly failures: number
  /** Symbols whose option chain was read. */
  readonly chains: number
  /** Those with a technical score. */
  readonly ranked: number
}

/** `refused`: the scan finished, or gave up, and its result is not fit to publish. `failed`: it threw. */
export type ScanResult = 'published' | 'refused' | 'failed'

export type ScanOutcome = {
  /** Wall-clock milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number
  /** Milliseconds the scan took; not by the wall clock, which may have been put back meanwhile. */
  readonly durationMs: number
  readonly outcome: ScanResult
  /** Why nothing was published, or in spite of what something was; null where all was well. */
  readonly reason: string | null
  /** The market's day it was of. */
  readonly tradingDay: Day
  /** The published batch. */
  readonly batchId: string | null
  /** Null where it did not get so far. */
  readonly counts: ScanCounts | null
}

/** How many scans ended so since the store was made. */
export type ScanTotals = Readonly<Record<ScanResult, number>>

export type ScanSummary = {
  /** The scan that ended last; undefined before the first. */
  readonly last: ScanOutcome | undefined
  /** The last that published. */
  readonly lastPublished: ScanOutcome | undefined
  readonly totals: ScanTotals
  /** How many have published nothing since then, one after the other. */
  readonly unpublished: number
}

/** Whether two are one scan's; none is like none. */
export const isSameScan = (one: ScanOutcome | undefined, other: ScanOutcome | undefined): boolean =>
  one?.startedAt === other?.startedAt && one?.endedAt === other?.endedAt

/** Scans of one market. */
export interface ScanOutcomeRepository {
  keep(outcome: ScanOutcome): Promise<void>
  summary(): Promise<ScanSummary>
}

/** Outcomes kept, and besides them the last that published. */
export const keptOutcomes = 100

export const noTotals: ScanTotals = { published: 0, refused: 0, failed: 0 }
