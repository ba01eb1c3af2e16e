/**
 * Results of nightly scans, and the volatilities that scans store (docs/specification.md 4.1: "the
 * latest batch from the overnight scan").
 */
import type { BestTrade } from '#contract/responses/lists/best-income.ts'
import type { Tone } from '#contract/responses/resources.ts'
import type { FullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import type { Day } from '#service/markets/market.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'

/** A symbol that could not be analysed. */
export type SymbolFailure = {
  readonly symbol: string
  readonly reason: string
  /**
   * `source`: the source failed, timed out, or has less data of the symbol than in the previous
   * batch. `data`: the source's data is not sufficient. Absent in batches of earlier versions.
   */
  readonly kind?: 'source' | 'data'
}

/** The result of one nightly scan, published atomically. */
export type Batch = {
  readonly id: string
  /**
   * Version of the analysis configuration: figures of different versions are not comparable.
   * Batches without a version have ideas with fewer fields.
   */
  readonly analysis?: number
  /** ISO 8601 UTC, on the market's clock. */
  readonly dateOfScan: string
  /** The trading day of the figures. */
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

/** An entry in the list of stored batches. */
export type BatchSummary = Pick<Batch, 'id' | 'tradingDay' | 'dateOfScan' | 'universeSize'> & {
  readonly ideas: number
  readonly failures: number
  /** Number of symbols whose option chain was read; null if the batch does not record it. */
  readonly chains: number | null
  /** Version of the analysis; null if the batch does not record it. */
  readonly analysis: number | null
  /** Whether it is the served batch. */
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

/**
 * The stored result of a part of a running scan. `part` is its number; only the scan interprets
 * `body`.
 */
export type ScanPart = { readonly part: number; readonly body: unknown }

/**
 * Batches and daily volatilities of one market. `iv30` is the 30-day implied volatility, yearly,
 * decimal.
 */
export interface BatchRepository {
  /**
   * Writes a batch with its trades and makes it the latest one, atomically. Ends the running scan:
   * deletes its stored parts.
   */
  publish(batch: Batch, trades?: readonly BestTrade[]): Promise<void>
  /**
   * The served batch: the one that was published last, or the target of a later rollback. Undefined
   * before the first. Returns the same object until another batch is served.
   */
  latest(): Promise<Batch | undefined>
  /** All stored batches, newest first. */
  list(): Promise<readonly BatchSummary[]>
  /**
   * Serves an earlier batch again until another one is published; by default the batch that was
   * served before the current one. With an id it can also serve a later batch again. Atomic.
   * Undefined, without any change, if there is no such batch.
   */
  rollback(id?: string): Promise<Batch | undefined>
  /**
   * The trades of a batch, in order; empty if they are no longer stored. Consecutive calls
   * for one batch return the same list.
   */
  trades(batchId: string): Promise<readonly BestTrade[]>
  /**
   * Stores the result of a part of a scan, so that another process can resume the scan. Replaces an
   * earlier result.
   */
  keepPart(scan: string, part: ScanPart): Promise<void>
  /** The stored parts of a scan, sorted by number. Deletes parts of other scans. */
  parts(scan: string): Promise<readonly ScanPart[]>
  /** Stores the volatilities of a day, atomically. Replaces those of the same symbols and day. */
  keepVolatilities(day: Day, points: readonly { symbol: string; iv30: number }[]): Promise<void>
  /**
   * The volatilities of a symbol, oldest first, at most `maxVolatilityDays`; empty if none is
   * stored.
   */
  volatilities(symbol: string): Promise<readonly { day: Day; iv30: number }[]>
}

/** The part of the batch repository that look-ups use. */
export type PublishedBatches = Pick<BatchRepository, 'trades' | 'volatilities'> & {
  /** Like `BatchRepository.latest`; synchronous if cached. */
  latest(): MaybePromise<Batch | undefined>
}

/** Maximum number of stored volatilities of a symbol, one per day. */
export const maxVolatilityDays = 400
/** Maximum number of stored batches with their trades: the possible targets of a rollback. */
export const maxStoredBatches = 5
