/** What nightly scans publish, and the volatilities they note down. Spec 4.1: "the latest batch from the overnight scan". */
import type { BestTrade } from '#contract/responses/best-income.ts'
import type { Tone } from '#contract/responses/resources.ts'
import type { WholeTradeIdea } from '#contract/responses/full-ideas.ts'
import type { Day } from '#service/markets/market.ts'
import type { Soon } from '#service/shared/maybe-promise.ts'

/** A symbol that could not be analysed. */
export type SymbolFailure = {
  readonly symbol: string
  readonly reason: string
  /**
   * `source`: the source failed, kept silent, or has less of the symbol than for the last batch. `data`: it answered, and what
   * it has is not enough. Earlier versions of the service did not say.
   */
  readonly kind?: 'source' | 'data'
}

/** One night's ideas, published as a whole and at once. */
export type Batch = {
  readonly id: string
  /**
   * Version of the analysis (its configuration's) that made it: figures of two are not the same. Versions of the service
   * that wrote none had ideas of fewer fields.
   */
  readonly analysis?: number
  /** ISO 8601 UTC, on the market's clock. */
  readonly dateOfScan: string
  /** The market's day the figures belong to. */
  readonly tradingDay: Day
  /** Wall-clock milliseconds the scan took. */
  readonly durationMs: number
  readonly universeSize: number
  readonly ideas: readonly WholeTradeIdea[]
  /** Technical score of every ranked symbol, ascending; the base of `technicalRank`. */
  readonly scores: readonly { readonly symbol: string; readonly score: number }[]
  /** Symbols whose option chain was read, sorted. Earlier versions of the service did not note them. */
  readonly chains?: readonly string[]
  /** Symbols that could not be analysed, with the reason. */
  readonly failures: readonly SymbolFailure[]
  readonly tone: Pick<Tone, 'symbol' | 'oneMonthTrend' | 'sixMonthTrend'> | null
}

/** A batch in a list. */
export type BatchSummary = Pick<Batch, 'id' | 'tradingDay' | 'dateOfScan' | 'universeSize'> & {
  readonly ideas: number
  readonly failures: number
  /** Symbols whose option chain was read; null where the batch does not say. */
  readonly chains: number | null
  /** Version of the analysis that made it; null where it does not say. */
  readonly analysis: number | null
  /** It is the one that is served. */
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

/** A part of a scan that is under way, as it was kept: what it says is the scan's own business. */
export type ScanPart = { readonly part: number; readonly body: unknown }

/** Batches and daily volatilities of one market. `iv30` is the 30-day implied volatility, annual, as a fraction: 0.25 is 25 %. */
export interface BatchRepository {
  /**
   * Writes the whole batch with its trades and makes it the latest in one step; readers see the old one or the new one.
   * Ends the scan under way: the parts kept of it are gone.
   */
  publish(batch: Batch, trades?: readonly BestTrade[]): Promise<void>
  /**
   * The batch that is served: the last that was published, or what was rolled back to since. Undefined before the first.
   * Asked again it gives the same object while no other is served.
   */
  latest(): Promise<Batch | undefined>
  /** All that are kept, the last published first. */
  list(): Promise<readonly BatchSummary[]>
  /**
   * Serves an earlier batch again, in one step; by itself the one that was served before the current one. It stays until
   * another is published. With an id also one goes forward again. Undefined, and nothing changes, where there is none.
   */
  rollback(id?: string): Promise<Batch | undefined>
  /**
   * The trades published with a batch, in their order; empty where that is not kept. Asked again it gives the same
   * list while no other is served.
   */
  trades(batchId: string): Promise<readonly BestTrade[]>
  /** Keeps what a scan has finished so far, so that another process can go on from there; the same part again replaces. */
  keepPart(scan: string, part: ScanPart): Promise<void>
  /** The parts kept of a scan, by number; those of every other scan are forgotten. */
  parts(scan: string): Promise<readonly ScanPart[]>
  /** Keeps one day's volatilities, in one step; the same day again replaces. */
  keepVolatilities(day: Day, points: readonly { symbol: string; iv30: number }[]): Promise<void>
  /** Oldest first, `keptVolatilityDays` at most; empty where none was kept. */
  volatilities(symbol: string): Promise<readonly { day: Day; iv30: number }[]>
}

/** What is asked of batches by whoever answers from them. */
export type PublishedBatches = Pick<BatchRepository, 'trades' | 'volatilities'> & {
  /** As `BatchRepository.latest`; at once where it is at hand. */
  latest(): Soon<Batch | undefined>
}

/** Days of implied volatility kept per symbol. */
export const keptVolatilityDays = 400
/** Batches kept, each with its trades: one can go back to the one before the last, and further. */
export const keptBatches = 5
