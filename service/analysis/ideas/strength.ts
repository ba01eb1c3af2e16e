/**
 * The strength of an idea, 0 to 100: 100 times the weighted mean of five parts. Each part is
 * between 0 and 1; a higher value favours the idea. An unknown part is null and counts 0 in the
 * mean. The weights and all constants are in `config.strength`.
 *
 * - `signals`: 1 - 2^-w, with w the sum of the weights of its signals: each unit of weight halves
 *   the distance to 1. The weight of a signal decays with every trading day and is lower if it
 *   opposes the market's trend (idea-signals.ts).
 * - `rank`: the share of the other ranked symbols with an equal or lower technical score; for a
 *   bearish idea, with a higher one.
 * - `liquidity`: the mean of tightness and depth. Tightness falls linearly with the median spread,
 *   from 1 at no spread to 0 at the maximum. Depth is linear in the logarithm of the open interest.
 *   If the source has no open interest, only the tightness.
 * - `volatility`: the implied volatility rank over 100. At a high rank, premiums are higher than
 *   usual.
 * - `income`: the mean of two values of the best cell: its score, linear between the ends of
 *   `score`, and 1 - 2^(-y / `halfYield`) with y the annualized return. A bullish idea uses the
 *   better of covered call and short put. A bearish idea uses the covered call, because a short put
 *   obliges the seller to buy a stock that is expected to fall.
 */
import type { FullTradeIdea } from '#contract/responses/lists/full-ideas.ts'
import { config } from '#service/analysis/config.ts'
import type { Liquidity } from '#service/analysis/liquidity.ts'

/** The five parts of a strength, unrounded; null if unknown. */
export type StrengthParts = FullTradeIdea['strengthParts']

const clampToUnit = (value: number): number => Math.min(1, Math.max(0, value))
/** Saturating function: 0 at 0, 1/2 at 1, 3/4 at 2; approaches 1. */
const saturating = (value: number): number => 1 - 2 ** -Math.max(0, value)

/** `weight`: sum of the weights of the idea's signals, as in `SignalSummary`. */
export const signalsPart = (weight: number): number => saturating(weight)

/** `percentile`: result of `percentileOf`, 0 to 1; null if the symbol is not ranked. */
export const rankPart = (sentiment: 'Bullish' | 'Bearish', percentile: number | null): number | null =>
  percentile === null ? null : clampToUnit(sentiment === 'Bullish' ? percentile : 1 - percentile)

/** Mean of tightness and depth; 0 without a spread. */
export const liquidityPart = ({ spread, openInterest }: Liquidity): number => {
  if (spread === null) return 0
  const { maxSpread, openInterest: range } = config.strength.liquidity
  const tightness = clampToUnit(1 - spread / maxSpread)
  if (openInterest === null) return tightness
  const depth = clampToUnit(Math.log(Math.max(1, openInterest) / range[0]) / Math.log(range[1] / range[0]))
  return (tightness + depth) / 2
}

/** `rank`: implied volatility rank, 0 to 100. */
export const volatilityPart = (rank: number | null): number | null =>
  rank === null ? null : clampToUnit(rank / 100)

/** Score and annualized return (decimal) of a cell. */
export type ScoreAndYield = { readonly score: number; readonly yield: number }

const incomePartOfCell = (cell: ScoreAndYield): number => {
  const { score, halfYield } = config.strength.income
  return (
    (clampToUnit((cell.score - score[0]) / (score[1] - score[0])) + saturating(cell.yield / halfYield)) / 2
  )
}

/** Income part of the best cells; null if no trade fits the idea's direction. */
export const incomePart = (
  sentiment: 'Bullish' | 'Bearish',
  { call, put }: { readonly call: ScoreAndYield | undefined; readonly put: ScoreAndYield | undefined },
): number | null => {
  const candidates = sentiment === 'Bullish' ? [call, put] : [call]
  const parts = candidates.flatMap((cell) => (cell ? [incomePartOfCell(cell)] : []))
  return parts.length === 0 ? null : Math.max(...parts)
}

/** Returns the strength that the parts give, 0 to 100, unrounded. */
export const strengthOf = (parts: StrengthParts): number => {
  const { weights } = config.strength
  const names = Object.keys(weights) as (keyof typeof weights)[]
  return 100 * names.reduce((sum, name) => sum + weights[name] * (parts[name] ?? 0), 0)
}
