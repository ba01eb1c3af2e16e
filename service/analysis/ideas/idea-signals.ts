/** Combines recent rule matches: the side of an idea, its weight, and its reasons. */
import type { Rule, Sentiment } from '#contract/responses/ideas.ts'
import type { FiredRule } from '#contract/responses/resources.ts'
import type { Day } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import type { Signal } from '#service/analysis/rules/match-rules.ts'

export type SignalSummary = {
  readonly sentiment: Rule['sentiment']
  /** Sum of the weights of this side's signals, after decay and the discount for opposing the market. */
  readonly weight: number
  /** Rules of this side, highest weight first, the latest first among equals. */
  readonly rules: readonly Rule[]
  /** Trading days since the first of `rules` matched. */
  readonly age: number
}

const opposite = { Bullish: 'Bearish', Bearish: 'Bullish', Neutral: null } as const

/** Whether a trend has the opposite direction. */
const isOpposite = (trend: Sentiment | null, side: Sentiment): boolean =>
  trend !== null && opposite[trend] === side

/**
 * The signals that still hold, with decayed weights. An earlier signal expires when the six-month trend turns against
 * it.
 */
const activeSignals = (signals: readonly Signal[], trend: Sentiment | null): Signal[] =>
  signals
    .filter(({ age, rule }) => age === 0 || !isOpposite(trend, rule.sentiment))
    .map(({ rule, weight, age }) => ({ rule, age, weight: weight * config.ideas.decay ** age }))

const byWeight = (x: Pick<Signal, 'weight' | 'age'>, y: Pick<Signal, 'weight' | 'age'>): number =>
  y.weight - x.weight || x.age - y.age

/** The active signals of both sides with the days of their matches, highest weight first. `days`: those of the bars. */
export const activeRules = (
  signals: readonly Signal[],
  trend: Sentiment | null,
  days: readonly Day[],
): FiredRule[] =>
  activeSignals(signals, trend)
    .toSorted(byWeight)
    .map(({ rule, age }) => ({ ...rule, day: days.at(-1 - age)!, age }))

/**
 * The side with more weight; `undefined` if both have too little weight, or equal weights. `trend` is the stock's
 * six-month trend at the last bar: an earlier signal expires when it turns against it. `market` is the market's trend:
 * a signal against it counts less.
 */
export const signalSummaryOf = (
  signals: readonly Signal[],
  trend: Sentiment | null,
  market: Sentiment | null,
): SignalSummary | undefined => {
  const { againstMarket, minWeight } = config.ideas
  const weighted = activeSignals(signals, trend).map(({ rule, weight, age }) => ({
    rule,
    age,
    weight: isOpposite(market, rule.sentiment) ? weight * againstMarket : weight,
  }))
  const sumOf = (side: Sentiment): number =>
    weighted.reduce((sum, { rule, weight }) => (rule.sentiment === side ? sum + weight : sum), 0)
  const [bullish, bearish] = [sumOf('Bullish'), sumOf('Bearish')]
  const weight = Math.max(bullish, bearish)
  // Tolerance for decimals: 0.75 x 0.8 is not exactly 0.6.
  if (Math.abs(bullish - bearish) < 1e-9 || weight < minWeight - 1e-9) return undefined
  const sentiment = bullish > bearish ? 'Bullish' : 'Bearish'
  const sideSignals = weighted.filter(({ rule }) => rule.sentiment === sentiment).toSorted(byWeight)
  return { sentiment, weight, rules: sideSignals.map(({ rule }) => rule), age: sideSignals[0]!.age }
}
