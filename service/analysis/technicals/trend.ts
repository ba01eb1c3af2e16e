/** The ten-state trend, -4 to 5, and the sentiment that follows from it. The states: `TrendSchema` in the contract. */
import type { Sentiment } from '#contract/responses/ideas.ts'
import type { Trend } from '#contract/responses/resources.ts'
import type { BarsReason, JudgedBars } from '#service/analysis/bars/judge-bars.ts'
import { config } from '#service/analysis/config.ts'
import { bollinger, sma, wma } from './indicators.ts'

const interpretations: Record<string, Sentiment> = {
  '-4': 'Bearish',
  '-3': 'Bearish',
  '-2': 'Bearish',
  '-1': 'Neutral',
  '0': 'Bearish',
  '1': 'Bullish',
  '2': 'Neutral',
  '3': 'Bullish',
  '4': 'Bullish',
  '5': 'Bullish',
}

/** Pairs a value of the scale with its sentiment. */
export const trendOf = (value: number): Trend => ({
  value,
  sentimentInterpretation: interpretations[String(value)] ?? 'Neutral',
})

/** The averages that determine a state, at the last bar. */
type Averages = {
  price: number
  short: number
  long: number
  weightedLong: number
  upper: number
  lower: number
}

/**
 * Price above both averages is bullish: overextended above the band, continuing if the short average is above the long
 * one, starting if only the weighted average is, mild otherwise. Price between the averages turns neutral, or is mild
 * on the side of the weighted average. Price below both averages: mirrored.
 */
const stateOf = ({ price, short, long, weightedLong, upper, lower }: Averages): number => {
  if (price >= short && price >= long) {
    if (price > upper) return 5
    if (short > long) return 4
    return weightedLong > long ? 3 : 1
  }
  if (price < short && price < long) {
    if (price < lower) return -4
    if (short < long) return -3
    return weightedLong < long ? -2 : 0
  }
  if (price >= long) return price >= weightedLong ? 1 : 2
  return price <= weightedLong ? 0 : -1
}

type Periods = {
  readonly short: number
  readonly long: number
  readonly bands: number
  readonly width: number
}

const stateAt = (close: Float64Array, periods: Periods): number => {
  const last = close.length - 1
  const tail = (length: number): Float64Array => close.subarray(Math.max(0, close.length - length))
  const lastOf = (series: Float64Array): number => series.at(-1)!
  const bands = bollinger(tail(periods.bands), periods.bands, periods.width)
  return stateOf({
    price: close[last]!,
    short: lastOf(sma(tail(periods.short), periods.short)),
    long: lastOf(sma(tail(periods.long), periods.long)),
    weightedLong: lastOf(wma(tail(periods.long), periods.long)),
    upper: lastOf(bands.upper),
    lower: lastOf(bands.lower),
  })
}

/** Both trends of a symbol and its overall direction; each is null if the bars do not suffice. */
export type Trends = {
  readonly oneMonthTrend: Trend | null
  readonly sixMonthTrend: Trend | null
  /** Of the six-month trend, or of the one-month trend if the bars are too few for six months. */
  readonly sentiment: Sentiment | null
  /** Why a trend is null; null if both are known. */
  readonly reason: BarsReason | null
}

/** Trends at the last close: one month needs 50 bars, six months 200. */
export const trendsOf = ({ close, reason }: Pick<JudgedBars, 'close' | 'reason'>): Trends => {
  const { oneMonth, sixMonth } = config.trend
  if (reason !== null || close.length < oneMonth.long)
    return { oneMonthTrend: null, sixMonthTrend: null, sentiment: null, reason: reason ?? 'too-few-bars' }
  const oneMonthTrend = trendOf(stateAt(close, oneMonth))
  const sixMonthTrend = close.length < sixMonth.long ? null : trendOf(stateAt(close, sixMonth))
  return {
    oneMonthTrend,
    sixMonthTrend,
    sentiment: (sixMonthTrend ?? oneMonthTrend).sentimentInterpretation,
    reason: sixMonthTrend ? null : 'too-few-bars',
  }
}
