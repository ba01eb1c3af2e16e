/**
 * Indicator values for the rules, at the last bar or at an earlier one. Each indicator is computed once, over all bars,
 * when a rule first uses it. No indicator looks ahead, so its values up to a bar are those of that day.
 */
import type { Sentiment } from '#contract/responses/ideas.ts'
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

/** A series that ends at the current bar, for an indicator over the given number of bars. */
type SeriesByPeriod = (period: number) => Float64Array

export type IndicatorSnapshot = {
  readonly bars: Bars
  /** Index of the current bar; `bars` may continue after it, but rules must not read beyond it. */
  readonly index: number
  /** Closes of the current and the previous bar, dollars. */
  readonly price: number
  readonly previousPrice: number
  /** Null if there are too few bars. */
  readonly sixMonth: Sentiment | null
  readonly oneMonth: Sentiment | null
  readonly rsi: SeriesByPeriod
  readonly cci: SeriesByPeriod
  readonly williamsR: SeriesByPeriod
  readonly atr: SeriesByPeriod
  /** Average close, dollars. */
  readonly average: SeriesByPeriod
  /** Average volume, shares. */
  readonly averageVolume: SeriesByPeriod
  /** MACD less its signal line, dollars. */
  readonly momentum: () => Float64Array
  /** Bollinger bands of the squeeze rules. */
  readonly bands: () => Bands
  /** Levels as of the previous close, so that the current bar can reach them. */
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

/** Returns a function that creates the snapshot at a bar index, from the second bar on. */
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
  const momentum = memoize(() => macd(close, fast, slow, signal).histogram)
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
      momentum: () => momentum().subarray(0, index + 1),
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
 * Whether the six-month trend has the direction and the one-month trend does not oppose it: the oscillator condition.
 */
export const isPullback = ({ sixMonth, oneMonth }: IndicatorSnapshot, side: Sentiment): boolean =>
  sixMonth === side && (oneMonth === side || oneMonth === 'Neutral')
