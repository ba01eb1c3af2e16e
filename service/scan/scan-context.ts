/** What the parts of one night's scan share, and what each finds. All of it can be sent to a thread and kept as JSON. */
import type { BestTrade } from '#contract/responses/best-income.ts'
import type { IdeaDraft } from '#service/analysis/ideas/idea.ts'
import type { Day } from '#service/markets/market.ts'
import type { Batch, SymbolFailure } from '#service/store/batches.ts'

/** What every part of a scan reads its symbols by: as at its start, however long it takes. */
export type Night = {
  /** The latest closed session, which daily figures belong to. */
  readonly tradingDay: Day
  /** Trends of the market, by its benchmark; null where they are not known. */
  readonly tone: Batch['tone']
  /** Chains of all symbols, or only of those whose bars make an idea. */
  readonly chains: 'all' | 'matched'
}

/** What was found in some symbols. */
export type Found = {
  readonly scores: readonly Batch['scores'][number][]
  readonly drafts: readonly IdeaDraft[]
  readonly trades: readonly BestTrade[]
  /** 30-day implied volatility, yearly, decimal. */
  readonly volatilities: readonly { readonly symbol: string; readonly iv30: number }[]
  /** Symbols whose option chain was read. */
  readonly chains: readonly string[]
  readonly failures: readonly SymbolFailure[]
}

/** The same, to be added to. */
export type Findings = { [Name in keyof Found]: Found[Name][number][] }

export const nothingFound = (): Findings => ({
  scores: [],
  drafts: [],
  trades: [],
  volatilities: [],
  chains: [],
  failures: [],
})

/** Who looks through a universe, part by part: this thread, or several others. */
export type Crew = {
  /** How many parts are worked at at once. */
  readonly width: number
  /** Rejects where the part cannot be looked through at all; a symbol's own failure is among what is found. */
  sweep(night: Night, symbols: readonly string[]): Promise<Found>
  close(): Promise<void>
}

/** What somebody threw, in words. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
