/** What became of each scan: kept, so that every process, and the operator, can be told of one that published nothing. */
import type { Day } from '#service/markets/market.ts'

/** What a scan went by. Numbers of symbols. */
export type ScanCounts = {
  readonly universe: number
  /** Those the source failed at. */
  readonly failures: number
  /** Those whose option chain was read. */
  readonly chains: number
  /** Those with a technical score. */
  readonly ranked: number
}

/** `refused`: the scan came to its end, or gave up, and what it found is not fit to be published. `failed`: it broke. */
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
  /** What it published. */
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
