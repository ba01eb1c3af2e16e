/** Combines recent rule matches into the side of an idea, its weight and its rules. */
import type { Rule, Sentiment } from '#contract/responses/lists/ideas.ts'
import type { FiredRule } from '#contract/responses/resources.ts'
import type { Day } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import type { Signal } from '#service/analysis/rules/match-rules.ts'

export type SignalSummary = {
  readonly sentiment: Rule['sentiment']
  /**
   * Sum of the weights of this side's signals, after decay and the factor for signals against the
   * market.
   */
  readonly weight: number
  /** Rules of this side, highest weight first; of equal weights, the latest match first. */
  readonly rules: readonly Rule[]
  /** Trading days since the match of `rules[0]`. */
  readonly age: number
}

const opposite = { Bullish: 'Bearish', Bearish: 'Bullish', Neutral: null } as const

/** Whether the trend is known and has the direction opposite to `side`. */
const isOpposite = (trend: Sentiment | null, side: Sentiment): boolean =>
  trend !== null && opposite[trend] === side

/**
 * Unexpired signals, with decayed weights. A signal of an earlier day has expired if the six-month
 * trend opposes it.
 */
const activeSignals = (signals: readonly Signal[], trend: Sentiment | null): Signal[] =>
  signals
    .filter(({ age, rule }) => age === 0 || !isOpposite(trend, rule.sentiment))
    .map(({ rule, weight, age }) => ({ rule, age, weight: weight * config.ideas.decay ** age }))

const byWeight = (x: Pick<Signal, 'weight' | 'age'>, y: Pick<Signal, 'weight' | 'age'>): number =>
  y.weight - x.weight || x.age - y.age

/**
 * Returns the active signals of both sides with the days of their matches, highest weight first.
 * `trend`: the stock's six-month trend at the last bar. `days`: the days of the bars, ascending.
 */
export const activeRules = (
  signals: readonly Signal[],
  trend: Sentiment | null,
  days: readonly Day[],
): FiredRule[] =>
  activeSignals(signals, trend)
    .toSorted(byWeight)
    .map(({ rule, age }) => ({ ...rule, day: days.at(-1 - age)!, age }))

/**
 * Returns the side with more weight; `undefined` if both sides have equal weights or too little
 * weight. `trend` is the stock's six-month trend at the last bar: signals of earlier days that it
 * opposes have expired. `market` is the market's trend: a signal that it opposes has less weight.
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
  // Tolerance for rounding: 0.75 x 0.8 is not exactly 0.6.
  if (Math.abs(bullish - bearish) < 1e-9 || weight < minWeight - 1e-9) return undefined
  const sentiment = bullish > bearish ? 'Bullish' : 'Bearish'
  const sideSignals = weighted.filter(({ rule }) => rule.sentiment === sentiment).toSorted(byWeight)
  return { sentiment, weight, rules: sideSignals.map(({ rule }) => rule), age: sideSignals[0]!.age }
}
