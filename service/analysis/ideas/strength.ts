/**
 * The strength of an idea, 0 to 100: the weighted sum of five standardised parts, mapped by the
 * normal distribution. Each part is between 0 and 1; a higher value favours the idea. A part is
 * standardised over all ideas of the scan (its distance from the mean in standard deviations, at
 * most 3), so that its weight decides its influence and not its spread. An unknown part is null and
 * counts as the mean; without a trade, `income` is null and counts as 0. The weights and all
 * constants are in `config.strength`.
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
import { normalCdf } from '#service/analysis/pricing/normal.ts'
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

/** Mean and standard deviation of each part over the ideas of a scan. */
export type PartStatistics = Readonly<
  Record<keyof StrengthParts, { readonly mean: number; readonly deviation: number }>
>

const partNames = Object.keys(config.strength.weights) as (keyof StrengthParts)[]

/** Value of a part that counts; `undefined` if unknown. An idea without a trade has the lowest income. */
const countedPart = (parts: StrengthParts, name: keyof StrengthParts): number | undefined =>
  parts[name] ?? (name === 'income' ? 0 : undefined)

/** Returns the statistics of the known parts of all ideas of a scan. */
export const partStatisticsOf = (ideas: readonly StrengthParts[]): PartStatistics => {
  const statisticsOf = (name: keyof StrengthParts) => {
    const values = ideas.flatMap((parts) => countedPart(parts, name) ?? [])
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length)) }
  }
  return Object.fromEntries(partNames.map((name) => [name, statisticsOf(name)])) as PartStatistics
}

/** Smaller standard deviations are rounding errors of parts that are all equal. */
const minDeviation = 1e-9

/**
 * Returns the strength that the parts give, 0 to 100, unrounded. 50 is the average idea of the scan;
 * with independent parts, the strength is the percentage of ideas that are weaker.
 */
export const strengthOf = (parts: StrengthParts, statistics: PartStatistics): number => {
  const { weights, maxDeviations } = config.strength
  let sum = 0
  let squares = 0
  for (const name of partNames) {
    const value = countedPart(parts, name)
    const { mean, deviation } = statistics[name]
    squares += weights[name] ** 2
    if (value === undefined || deviation < minDeviation) continue
    const score = (value - mean) / deviation
    sum += weights[name] * Math.max(-maxDeviations, Math.min(maxDeviations, score))
  }
  return 100 * normalCdf(sum / Math.sqrt(squares))
}
