/**
 * Indicator values for the rules, at the last bar or at an earlier one. Each indicator is computed
 * over all bars when a rule first uses it, and memoized. The value at a bar does not depend on
 * later bars, so that it is the value that was known on that day.
 */
import type { Sentiment } from '#contract/responses/lists/ideas.ts'
import type { Bars } from '#service/markets/market.ts'
import { config } from '../config.ts'
import {
  atr,
  bollinger,
  cci,
  macd,
  rsi,
  sma,
  williamsR,
  type Bands,
} from '#service/analysis/technicals/indicators.ts'
import { levelsAround, type Levels } from '#service/analysis/technicals/levels.ts'
import { round } from '../rounding.ts'
import type { Trends } from '#service/analysis/technicals/trend.ts'

/** Returns the series of an indicator over `period` bars; its last value is of the current bar. */
type SeriesByPeriod = (period: number) => Float64Array

export type IndicatorSnapshot = {
  readonly bars: Bars
  /** Index of the current bar; `bars` may continue after it, but rules must not read beyond it. */
  readonly index: number
  /** Close of the current bar, dollars. */
  readonly price: number
  /** Close of the bar before it, dollars. */
  readonly previousPrice: number
  /** Direction of the six-month trend; null if there are too few bars. */
  readonly sixMonth: Sentiment | null
  /** Direction of the one-month trend; null if there are too few bars. */
  readonly oneMonth: Sentiment | null
  readonly rsi: SeriesByPeriod
  readonly cci: SeriesByPeriod
  readonly williamsR: SeriesByPeriod
  readonly atr: SeriesByPeriod
  /** Moving average of the close, dollars. */
  readonly average: SeriesByPeriod
  /** Moving average of the volume, shares. */
  readonly averageVolume: SeriesByPeriod
  /** MACD histogram: MACD less its signal line, dollars. */
  readonly macdHistogram: () => Float64Array
  /**
   * Bollinger bands of the squeeze rules over all bars, so that values after the current bar must
   * not be read.
   */
  readonly bands: () => Bands
  /** Levels around the previous close, so that the current bar can touch them. */
  readonly levels: () => Levels
}

const memoize = <T extends object>(compute: () => T): (() => T) => {
  let cached: T | undefined
  return () => (cached ??= compute())
}

const memoizeByPeriod = (compute: SeriesByPeriod): SeriesByPeriod => {
  const cached = new Map<number, Float64Array>()
  return (period) => {
    let series = cached.get(period)
    if (!series) cached.set(period, (series = compute(period)))
    return series
  }
}

/** The bars up to and including the one at `index`. */
const barsUpTo = ({ date, open, high, low, close, volume }: Bars, index: number): Bars => {
  const upTo = (column: Float64Array): Float64Array => column.subarray(0, index + 1)
  return {
    date: date.slice(0, index + 1),
    open: upTo(open),
    high: upTo(high),
    low: upTo(low),
    close: upTo(close),
    volume: upTo(volume),
  }
}

/** Returns a function that creates the snapshot at a bar index. `index` is at least 1. */
export const createSnapshots = (bars: Bars): ((index: number, trends: Trends) => IndicatorSnapshot) => {
  const { close, volume } = bars
  const { fast, slow, signal } = config.rules.macd
  const { period, width } = config.rules.squeeze
  const fullSeries = {
    rsi: memoizeByPeriod((days) => rsi(close, days)),
    cci: memoizeByPeriod((days) => cci(bars, days)),
    williamsR: memoizeByPeriod((days) => williamsR(bars, days)),
    atr: memoizeByPeriod((days) => atr(bars, days)),
    average: memoizeByPeriod((days) => sma(close, days)),
    averageVolume: memoizeByPeriod((days) => sma(volume, days)),
  }
  const macdHistogram = memoize(() => macd(close, fast, slow, signal).histogram)
  const bands = memoize(() => bollinger(close, period, width))
  return (index, trends) => {
    const upTo =
      (series: SeriesByPeriod): SeriesByPeriod =>
      (days) =>
        series(days).subarray(0, index + 1)
    const previousPrice = close[index - 1]!
    return {
      bars,
      index,
      price: close[index]!,
      previousPrice,
      sixMonth: trends.sixMonthTrend?.sentimentInterpretation ?? null,
      oneMonth: trends.oneMonthTrend?.sentimentInterpretation ?? null,
      rsi: upTo(fullSeries.rsi),
      cci: upTo(fullSeries.cci),
      williamsR: upTo(fullSeries.williamsR),
      atr: upTo(fullSeries.atr),
      average: upTo(fullSeries.average),
      averageVolume: upTo(fullSeries.averageVolume),
      macdHistogram: () => macdHistogram().subarray(0, index + 1),
      bands,
      levels: memoize(() => levelsAround(barsUpTo(bars, index), previousPrice)),
    }
  }
}

/** Whether a series rose from below `level` to or above it at the current bar. */
export const crossesUp = (series: Float64Array, level: number): boolean =>
  series.at(-2)! < level && series.at(-1)! >= level

/** Whether a series fell from above `level` to or below it at the current bar. */
export const crossesDown = (series: Float64Array, level: number): boolean =>
  series.at(-2)! > level && series.at(-1)! <= level

/** The value of a series at the current bar, rounded for sentences. */
export const latest = (series: Float64Array): number => round(series.at(-1)!, 2)

/**
 * Trend condition of pullback rules: the six-month trend is `side`, the one-month trend is `side`
 * or neutral.
 */
export const isPullback = ({ sixMonth, oneMonth }: IndicatorSnapshot, side: Sentiment): boolean =>
  sixMonth === side && (oneMonth === side || oneMonth === 'Neutral')
