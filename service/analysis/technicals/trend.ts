/** The ten-state trend, -4 to 5, and the sentiment that follows from it. The states: `TrendSchema` in the contract. */
import type { Sentiment } from '#contract/responses/lists/ideas.ts'
import type { Trend } from '#contract/responses/resources.ts'
import type { BarsReason, ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
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

/** Returns a trend value, -4 to 5, with its sentiment. */
export const trendOf = (value: number): Trend => ({
  value,
  sentimentInterpretation: interpretations[String(value)] ?? 'Neutral',
})

/** Price, averages and bands at the last bar, dollars. */
type TrendInputs = {
  price: number
  short: number
  long: number
  weightedLong: number
  upper: number
  lower: number
}

/**
 * A price above both averages is bullish: overextended (5) if above the upper band, continuing (4)
 * if the short average is above the long one, starting (3) if only the weighted average is, mild
 * (1) otherwise. A price below both averages is bearish, by the same rules mirrored (-4, -3, -2,
 * 0). A price between the averages is mildly bullish (1) if it is above the long and the weighted
 * average, mildly bearish (0) if below both, and neutral (2, -1) otherwise.
 */
const stateOf = ({ price, short, long, weightedLong, upper, lower }: TrendInputs): number => {
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

/** Periods in bars; `width` of the bands in standard deviations. */
type Periods = {
  readonly short: number
  readonly long: number
  readonly bands: number
  readonly width: number
}

const lastStateOf = (close: Float64Array, periods: Periods): number => {
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

/**
 * Both trends of a symbol and its overall sentiment; each is null if there are too few bars for it.
 */
export type Trends = {
  readonly oneMonthTrend: Trend | null
  readonly sixMonthTrend: Trend | null
  /** Of the six-month trend, or of the one-month trend if the bars are too few for six months. */
  readonly sentiment: Sentiment | null
  /** Reason for a missing trend; null if both are known. */
  readonly reason: BarsReason | null
}

/** Trends at the last close: one month needs 50 bars, six months 200. */
export const trendsOf = ({ close, reason }: Pick<ValidatedBars, 'close' | 'reason'>): Trends => {
  const { oneMonth, sixMonth } = config.trend
  if (reason !== null || close.length < oneMonth.long)
    return { oneMonthTrend: null, sixMonthTrend: null, sentiment: null, reason: reason ?? 'too-few-bars' }
  const oneMonthTrend = trendOf(lastStateOf(close, oneMonth))
  const sixMonthTrend = close.length < sixMonth.long ? null : trendOf(lastStateOf(close, sixMonth))
  return {
    oneMonthTrend,
    sixMonthTrend,
    sentiment: (sixMonthTrend ?? oneMonthTrend).sentimentInterpretation,
    reason: sixMonthTrend ? null : 'too-few-bars',
  }
}
