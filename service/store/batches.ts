/**
 * Results of nightly scans, and the volatilities that scans record. docs/specification.md 4.1: "the latest
 * batch from the overnight scan".
 */
import type { BestTrade } from '#contract/responses/best-income.ts'
import type { Tone } from '#contract/responses/resources.ts'
import type { FullTradeIdea } from '#contract/responses/full-ideas.ts'
import type { Day } from '#service/markets/market.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/** A symbol that could not be analysed. */
export type SymbolFailure = {
  readonly symbol: string
  readonly reason: string
  /**
   * `source`: the source failed, timed out, or has less data of the symbol than for the last batch. `data`: the source's
   * data is not sufficient. Absent in batches of earlier versions.
   */
  readonly kind?: 'source' | 'data'
}

/** The ideas of one nightly scan, published atomically. */
export type Batch = {
  readonly id: string
  /**
   * Version of the analysis (of its configuration): figures of different versions are not comparable. Batches without it
   * have ideas with fewer fields.
   */
  readonly analysis?: number
  /** ISO 8601 UTC, on the market's clock. */
  readonly dateOfScan: string
  /** The market's day to which the figures belong. */
  readonly tradingDay: Day
  /** Duration of the scan, milliseconds. */
  readonly durationMs: number
  readonly universeSize: number
  readonly ideas: readonly FullTradeIdea[]
  /** Technical score of every ranked symbol, ascending; the base of `technicalRank`. */
  readonly scores: readonly { readonly symbol: string; readonly score: number }[]
  /** Symbols whose option chain was read, sorted. Absent in batches of earlier versions. */
  readonly chains?: readonly string[]
  /** Symbols that could not be analysed, with the reason. */
  readonly failures: readonly SymbolFailure[]
  readonly tone: Pick<Tone, 'symbol' | 'oneMonthTrend' | 'sixMonthTrend'> | null
}

/** A batch in a list. */
export type BatchSummary = Pick<Batch, 'id' | 'tradingDay' | 'dateOfScan' | 'universeSize'> & {
  readonly ideas: number
  readonly failures: number
  /** Number of symbols whose option chain was read; null if the batch does not record it. */
  readonly chains: number | null
  /** Version of the analysis; null if the batch does not record it. */
  readonly analysis: number | null
  /** Whether it is served. */
  readonly isCurrent: boolean
}

export const summaryOf = (batch: Batch, isCurrent: boolean): BatchSummary => ({
  id: batch.id,
  tradingDay: batch.tradingDay,
  dateOfScan: batch.dateOfScan,
  universeSize: batch.universeSize,
  ideas: batch.ideas.length,
  failures: batch.failures.length,
  chains: batch.chains?.length ?? null,
  analysis: batch.analysis ?? null,
  isCurrent,
})

/** A finished part of a running scan, as stored; only the scan interprets `body`. */
export type ScanPart = { readonly part: number; readonly body: unknown }

/** Batches and daily volatilities of one market. `iv30` is the 30-day implied volatility, annual, as a fraction: 0.25 is 25 %. */
export interface BatchRepository {
  /**
   * Writes the whole batch with its trades and makes it the latest in one step; readers see the old one or the new one.
   * Ends the running scan: deletes its stored parts.
   */
  publish(batch: Batch, trades?: readonly BestTrade[]): Promise<void>
  /**
   * The batch that is served: the one published last, or the target of a later rollback. Undefined before the
   * first. Returns the same object while the batch stays the same.
   */
  latest(): Promise<Batch | undefined>
  /** All stored batches, the last published first. */
  list(): Promise<readonly BatchSummary[]>
  /**
   * Serves an earlier batch again, in one transaction; by default the one served before the current one. It
   * stays until another is published. With an id it can also go forward again. Undefined, without any change,
   * if there is no such batch.
   */
  rollback(id?: string): Promise<Batch | undefined>
  /**
   * The trades published with a batch, in order; empty if they are no longer stored. Returns the same list
   * while the batch stays the same.
   */
  trades(batchId: string): Promise<readonly BestTrade[]>
  /** Stores a finished part of a scan so that another process can resume it; the same part replaces itself. */
  keepPart(scan: string, part: ScanPart): Promise<void>
  /** The stored parts of a scan, by number; parts of other scans are deleted. */
  parts(scan: string): Promise<readonly ScanPart[]>
  /** Stores one day's volatilities in one step; replaces those of the same day. */
  keepVolatilities(day: Day, points: readonly { symbol: string; iv30: number }[]): Promise<void>
  /** Oldest first, `keptVolatilityDays` at most; empty if none is stored. */
  volatilities(symbol: string): Promise<readonly { day: Day; iv30: number }[]>
}

/** The part of the batch repository that look-ups use. */
export type PublishedBatches = Pick<BatchRepository, 'trades' | 'volatilities'> & {
  /** As `BatchRepository.latest`; synchronous if cached. */
  latest(): MaybePromise<Batch | undefined>
}

/** Days of implied volatility kept per symbol. */
export const keptVolatilityDays = 400
/** Number of stored batches, each with its trades: possible targets of a rollback. */
export const keptBatches = 5
