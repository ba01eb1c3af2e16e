/**
 * The input that all parts of a scan share, and the result of a part. Both can be sent to a thread
 * and stored as JSON.
 */
import type { BestTrade } from '#contract/responses/lists/best-income.ts'
import type { PublishedPick } from '#service/analysis/ideas/published-pick.ts'
import type { IdeaDraft } from '#service/analysis/ideas/idea.ts'
import type { Day } from '#service/markets/market.ts'
import type { Batch, SymbolFailure } from '#service/store/batches.ts'

/** Input shared by every part, fixed at the scan's start. */
export type ScanContext = {
  /** The latest closed session: the day of the daily figures. */
  readonly tradingDay: Day
  /** Trends of the market's benchmark; null if unknown. */
  readonly tone: Batch['tone']
  /** Whether the chains of all symbols are read, or only of symbols whose bars match a rule. */
  readonly chains: 'all' | 'matched'
  /** Commission of a sale, dollars per option contract; undefined: the constant of the analysis. */
  readonly commission?: number | undefined
}

/** The result of a part. */
export type PartResult = {
  readonly scores: readonly Batch['scores'][number][]
  readonly drafts: readonly IdeaDraft[]
  readonly trades: readonly BestTrade[]
  /** For each symbol, the first of its trades with the prices that the sealed record keeps. */
  readonly picks: readonly PublishedPick[]
  /** 30-day implied volatility, yearly, decimal. */
  readonly volatilities: readonly { readonly symbol: string; readonly iv30: number }[]
  /** Symbols whose option chain was read. */
  readonly chains: readonly string[]
  readonly failures: readonly SymbolFailure[]
}

/** A {@link PartResult} to which results are added. */
export type PartResultBuilder = { [Name in keyof PartResult]: PartResult[Name][number][] }

/** A new result without entries. */
export const emptyPartResult = (): PartResultBuilder => ({
  scores: [],
  drafts: [],
  trades: [],
  picks: [],
  volatilities: [],
  chains: [],
  failures: [],
})

/** Processes the parts of a universe: on this thread or on worker threads. */
export type ScanPool = {
  /** Number of parts processed in parallel. */
  readonly width: number
  /** Rejects if the part cannot be processed at all; failures of single symbols are part of the result. */
  scanPart(context: ScanContext, symbols: readonly string[]): Promise<PartResult>
  close(): Promise<void>
}
