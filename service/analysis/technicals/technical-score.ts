/**
 * The technical score of a symbol and its rank in the universe: StockCharts' public Technical Rank
 * (SCTR) recipe,
 * https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-indicators/stockcharts-technical-rank
 */
import type { UnknownReason } from '#contract/responses/unknown.ts'
import { config } from '#service/analysis/config.ts'
import { ema, ppo, roc, rsi } from './indicators.ts'
import { round } from '#service/analysis/rounding.ts'
import type { UnknownDetail } from '#service/analysis/unknown.ts'

/**
 * The technical score at the last close, a weighted sum of percentages, unbounded; `undefined` with
 * under 200 bars.
 */
export const technicalScore = (close: Float64Array): number | undefined => {
  const recipe = config.technicalScore
  if (close.length < recipe.longAverage.period) return undefined
  const price = close.at(-1)!
  const distance = (period: number): number => (price / ema(close, period).at(-1)! - 1) * 100
  const histogram = ppo(close, recipe.ppo.fast, recipe.ppo.slow, recipe.ppo.signal).histogram
  const slope = (histogram.at(-1)! - histogram.at(-1 - recipe.ppo.slopeBars)!) / recipe.ppo.slopeBars
  const score =
    recipe.longAverage.weight * distance(recipe.longAverage.period) +
    recipe.longChange.weight * roc(close, recipe.longChange.period).at(-1)! +
    recipe.middleAverage.weight * distance(recipe.middleAverage.period) +
    recipe.middleChange.weight * roc(close, recipe.middleChange.period).at(-1)! +
    recipe.ppo.weight * slope +
    recipe.rsi.weight * rsi(close, recipe.rsi.period).at(-1)!
  return Number.isFinite(score) ? score : undefined
}

/**
 * Rounds a score as it is stored. A score is rounded before it is compared with stored ones, so
 * that equal ones tie.
 */
export const storedScore = (score: number): number => round(score, 6)

/** Stored scores of the ranked universe, ascending: `Batch.scores`. */
export type Scores = readonly { readonly score: number }[]

/** Returns the number of scores that are at most `score`. */
const positionOf = (score: number, scores: Scores): number => {
  let low = 0
  let high = scores.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (scores[middle]!.score <= score) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Decile of a score within the universe, 1 (weakest) to 10 (strongest); a symbol outside the universe gets
 * the decile of its score. Null without a score, or with fewer than 100 ranked symbols: a decile of a few
 * symbols says little about the market.
 */
export const technicalRank = (score: number | undefined, scores: Scores): number | null => {
  if (score === undefined || scores.length < config.technicalScore.minRanked) return null
  return Math.max(1, Math.ceil((10 * positionOf(storedScore(score), scores)) / scores.length))
}

/**
 * Percentile of a score: the share of the other symbols with an equal or lower score, 0 to 1. Null
 * without a score or with fewer than 100 stored scores.
 */
export const percentileOf = (score: number | undefined, scores: Scores): number | null => {
  if (score === undefined || scores.length < config.technicalScore.minRanked) return null
  return Math.max(0, positionOf(storedScore(score), scores) - 1) / (scores.length - 1)
}

/**
 * Reason for an unknown rank. `unranked`: the reason if the symbol has no score, otherwise null.
 */
export const unrankedReasonOf = (
  unranked: UnknownReason | null,
  { length: count }: Scores,
): UnknownReason | UnknownDetail => {
  if (unranked !== null) return unranked
  return count === 0
    ? 'no-scan'
    : { reason: 'not-given', cause: 'too-few-ranked', count, needed: config.technicalScore.minRanked }
}
