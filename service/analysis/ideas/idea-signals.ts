/** Combines recent rule matches: the side of an idea, its weight, and its reasons. */
import type { Rule, Sentiment } from '#contract/responses/ideas.ts'
import type { FiredRule } from '#contract/responses/resources.ts'
import type { Day } from '#service/markets/market.ts'
import { config } from '#service/analysis/config.ts'
import type { Signal } from '#service/analysis/rules/match-rules.ts'

export type SignalSummary = {
  readonly sentiment: Rule['sentiment']
  /** Sum of the weights of this side's signals, faded and against or with the market. */
  readonly weight: number
  /** Of this side, the weightiest first, the latest first among equals. */
  readonly rules: readonly Rule[]
  /** Trading days since the first of them fired. */
  readonly age: number
}

const opposite = { Bullish: 'Bearish', Bearish: 'Bullish', Neutral: null } as const

/** Whether a trend goes the other way. */
const opposes = (trend: Sentiment | null, side: Sentiment): boolean =>
  trend !== null && opposite[trend] === side

/** The signals that are not over: a signal of a day before is, once the stock's six-month trend has turned against it. Their weights faded. */
const standing = (signals: readonly Signal[], trend: Sentiment | null): Signal[] =>
  signals
    .filter(({ age, rule }) => age === 0 || !opposes(trend, rule.sentiment))
    .map(({ rule, weight, age }) => ({ rule, age, weight: weight * config.ideas.fading ** age }))

const weightiest = (x: Pick<Signal, 'weight' | 'age'>, y: Pick<Signal, 'weight' | 'age'>): number =>
  y.weight - x.weight || x.age - y.age

/** The signals of both sides that stand, with the days they fired on, the weightiest first. `days` are those of the bars. */
export const standingRules = (
  signals: readonly Signal[],
  trend: Sentiment | null,
  days: readonly Day[],
): FiredRule[] =>
  standing(signals, trend)
    .toSorted(weightiest)
    .map(({ rule, age }) => ({ ...rule, day: days.at(-1 - age)!, age }))

/**
 * The weightier side; `undefined` where too little speaks for either, or as much for one as for the other. `trend` is the
 * stock's six-month trend at the last bar: a signal of a day before is over once that has turned against it. `market` is
 * the market's: against it a signal counts for less.
 */
export const signalSummaryOf = (
  signals: readonly Signal[],
  trend: Sentiment | null,
  market: Sentiment | null,
): SignalSummary | undefined => {
  const { againstMarket, minWeight } = config.ideas
  const weighed = standing(signals, trend).map(({ rule, weight, age }) => ({
    rule,
    age,
    weight: opposes(market, rule.sentiment) ? weight * againstMarket : weight,
  }))
  const sumOf = (side: Sentiment): number =>
    weighed.reduce((sum, { rule, weight }) => (rule.sentiment === side ? sum + weight : sum), 0)
  const [bullish, bearish] = [sumOf('Bullish'), sumOf('Bearish')]
  const weight = Math.max(bullish, bearish)
  // Sums of decimals: 0.75 x 0.8 is a little more or less than 0.6.
  if (Math.abs(bullish - bearish) < 1e-9 || weight < minWeight - 1e-9) return undefined
  const sentiment = bullish > bearish ? 'Bullish' : 'Bearish'
  const own = weighed.filter(({ rule }) => rule.sentiment === sentiment).toSorted(weightiest)
  return { sentiment, weight, rules: own.map(({ rule }) => rule), age: own[0]!.age }
}
