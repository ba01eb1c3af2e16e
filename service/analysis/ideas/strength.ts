/**
 * The strength of an idea, 0 to 100: 100 times the weighted mean of five parts, each 0 to 1, in favour of its
 * direction. An unknown part counts 0 in the mean and is null among the parts. The weights and all constants
 * are in `config.strength`.
 *
 * - `signals`: 1 - 2^-w, with w the weight of its signals: each unit of weight halves the distance to 1. A signal's
 * weight decays with every trading day and counts less against the market's trend (idea-signals.ts).
 * - `rank`: the share of the ranked symbols with a lower technical score; for a bearish idea, with a higher
 * one.
 * - `liquidity`: half from the median spread of its options, linear from 1 at none to 0 at the maximum; half
 * from their open interest, linear in its logarithm. If the source has no open interest, the spread only.
 * - `volatility`: the implied volatility rank over 100. Premiums at a high rank are higher than usual.
 * - `income`: half from the score of the best cell, linear between the ends of `score`; half from its
 * annualized return y as 1 - 2^(-y / `halfYield`). A bullish idea uses the better of covered call and short
 * put, a bearish one the covered call: a put would be assigned a stock that is expected to fall.
 */
import type { FullTradeIdea } from '#contract/responses/full-ideas.ts'
import { config } from '#service/analysis/config.ts'
import type { Liquidity } from '#service/analysis/liquidity.ts'

/** The parts, unrounded. */
export type StrengthParts = FullTradeIdea['strengthParts']

const clampToUnit = (value: number): number => Math.min(1, Math.max(0, value))
/** 0 at 0, 1/2 at 1, 3/4 at 2; approaches 1. */
const saturating = (value: number): number => 1 - 2 ** -Math.max(0, value)

/** `weight`: sum over the idea's side, after decay and the discount for opposing the market. */
export const signalsPart = (weight: number): number => saturating(weight)

/** `percentile`: share of the ranked symbols with a lower technical score, 0 to 1; null if the symbol is not ranked. */
export const rankPart = (sentiment: 'Bullish' | 'Bearish', percentile: number | null): number | null =>
  percentile === null ? null : clampToUnit(sentiment === 'Bullish' ? percentile : 1 - percentile)

export const liquidityPart = ({ spread, openInterest }: Liquidity): number => {
  if (spread === null) return 0
  const { maxSpread, openInterest: range } = config.strength.liquidity
  const tightness = clampToUnit(1 - spread / maxSpread)
  if (openInterest === null) return tightness
  const depth = clampToUnit(Math.log(Math.max(1, openInterest) / range[0]) / Math.log(range[1] / range[0]))
  return (tightness + depth) / 2
}

/** `rank`: 0 to 100. */
export const volatilityPart = (rank: number | null): number | null =>
  rank === null ? null : clampToUnit(rank / 100)

/** Score and annualized return (decimal) of a cell. */
export type Pay = { readonly score: number; readonly yield: number }

const payPart = (pay: Pay): number => {
  const { score, halfYield } = config.strength.income
  return (clampToUnit((pay.score - score[0]) / (score[1] - score[0])) + saturating(pay.yield / halfYield)) / 2
}

/** Null if no trade fits the idea's direction. */
export const incomePart = (
  sentiment: 'Bullish' | 'Bearish',
  { call, put }: { readonly call: Pay | undefined; readonly put: Pay | undefined },
): number | null => {
  const candidates = sentiment === 'Bullish' ? [call, put] : [call]
  const parts = candidates.flatMap((pay) => (pay ? [payPart(pay)] : []))
  return parts.length === 0 ? null : Math.max(...parts)
}

/** The strength of these parts, unrounded. */
export const strengthOf = (parts: StrengthParts): number => {
  const { weights } = config.strength
  const names = Object.keys(weights) as (keyof typeof weights)[]
  return 100 * names.reduce((sum, name) => sum + weights[name] * (parts[name] ?? 0), 0)
}
