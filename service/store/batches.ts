/** What nightly scans publish, and the volatilities they note down. Spec 4.1: "the latest batch from the overnight scan". */
import type { BestTrade } from '#contract/best-income.ts'
import type { Tone } from '#contract/resources.ts'
import type { WholeTradeIdea } from '#contract/whole-ideas.ts'
import type { Day } from '#service/market/market.ts'

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
  /** Symbols that could not be analysed, with the reason. */
  readonly failures: readonly { readonly symbol: string; readonly reason: string }[]
  readonly tone: Pick<Tone, 'symbol' | 'oneMonthTrend' | 'sixMonthTrend'> | null
}

/** A part of a scan that is under way, as it was kept: what it says is the scan's own business. */
export type ScanPart = { readonly part: number; readonly body: unknown }

/** Batches and daily volatilities of one market. `iv30` is the 30-day implied volatility, annual, as a fraction: 0.25 is 25 %. */
export interface BatchRepository {
  /**
   * Writes the whole batch with its trades and makes it the latest in one step; readers see the old one or the new one.
   * Ends the scan under way: the parts kept of it are gone.
   */
  publish(batch: Batch, trades?: readonly BestTrade[]): Promise<void>
  /** Undefined before the first. Asked again it gives the same object while no other is published. */
  latest(): Promise<Batch | undefined>
  /**
   * The trades published with a batch, in their order; empty where that is not the latest. Asked again it gives the same
   * list while no other is published.
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
export type PublishedBatches = Pick<BatchRepository, 'latest' | 'trades' | 'volatilities'>

/** Days of implied volatility kept per symbol. */
export const keptVolatilityDays = 400
/** Batches kept, the latest included, where a store keeps more than the latest. */
export const keptBatches = 5
