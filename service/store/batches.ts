/** What a nightly scan publishes, as a whole and at once. Spec 4.1: "the latest batch from the overnight scan". */
import type { TradeIdea } from '#contract/ideas.ts'
import type { Tone } from '#contract/resources.ts'
import type { Day } from '#service/market/market.ts'

export type Batch = {
  readonly id: string
  /** ISO 8601 UTC, on the market's clock. */
  readonly dateOfScan: string
  /** The market's day the figures belong to. */
  readonly tradingDay: Day
  /** Wall-clock milliseconds the scan took. */
  readonly durationMs: number
  readonly universeSize: number
  readonly ideas: readonly TradeIdea[]
  /** Technical score of every ranked symbol, ascending; the base of `technicalRank`. */
  readonly scores: readonly { readonly symbol: string; readonly score: number }[]
  /** Symbols that could not be analysed, with the reason. */
  readonly failures: readonly { readonly symbol: string; readonly reason: string }[]
  readonly tone: Pick<Tone, 'symbol' | 'oneMonthTrend' | 'sixMonthTrend'> | null
}

/** Where batches and the daily volatility history live. A store implements it; publishing is atomic. */
export interface BatchStore {
  /** Writes the whole batch and makes it the latest in one step; readers see the old one or the new one. */
  publishBatch(batch: Batch): Promise<void>
  latestBatch(): Promise<Batch | undefined>
  /** Keeps one day's 30-day implied volatilities; the same day again replaces. */
  keepVolatilities(day: Day, points: readonly { symbol: string; iv30: number }[]): Promise<void>
  /** Oldest first, 400 days at most. */
  volatilities(symbol: string): Promise<readonly { day: Day; iv30: number }[]>
}
