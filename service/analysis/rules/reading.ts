/**
 * One symbol's bars as the rules look at them, at the last bar or at one before. Each indicator is computed once, over
 * all bars, when the first rule asks for it: none looks ahead, so that its values up to a bar are those of that day.
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

/** A series that ends with the bar read, of an indicator over so many bars. */
type ByPeriod = (period: number) => Float64Array

export type IndicatorSnapshot = {
  readonly bars: Bars
  /** Index of the bar read; `bars` may go on after it, and no rule looks there. */
  readonly last: number
  /** Close of that bar and of the one before, dollars. */
  readonly price: number
  readonly priceBefore: number
  /** Null if the bars are too few to say. */
  readonly sixMonth: Sentiment | null
  readonly oneMonth: Sentiment | null
  readonly rsi: ByPeriod
  readonly cci: ByPeriod
  readonly williamsR: ByPeriod
  readonly atr: ByPeriod
  /** Average close, dollars. */
  readonly average: ByPeriod
  /** Average volume, shares. */
  readonly averageVolume: ByPeriod
  /** MACD less its signal line, dollars. */
  readonly momentum: () => Float64Array
  /** The squeeze rules' Bollinger bands. */
  readonly bands: () => Bands
  /** Levels as seen from the close before, so that the bar can have come to them. */
  readonly levels: () => Levels
}

const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

const byPeriod = (make: ByPeriod): ByPeriod => {
  const made = new Map<number, Float64Array>()
  return (period) => {
    let series = made.get(period)
    if (!series) made.set(period, (series = make(period)))
    return series
  }
}

/** The bars up to one of them, that one included. */
const barsUpTo = ({ date, open, high, low, close, volume }: Bars, last: number): Bars => {
  const to = (column: Float64Array): Float64Array => column.subarray(0, last + 1)
  return {
    date: date.slice(0, last + 1),
    open: to(open),
    high: to(high),
    low: to(low),
    close: to(close),
    volume: to(volume),
  }
}

/** Reads bars, of which there are two or more: gives the reading at the bar of an index, from the second on. */
export const readerOf = (bars: Bars): ((last: number, trends: Trends) => IndicatorSnapshot) => {
  const { close, volume } = bars
  const { fast, slow, signal } = config.rules.macd
  const { period, width } = config.rules.squeeze
  const whole = {
    rsi: byPeriod((days) => rsi(close, days)),
    cci: byPeriod((days) => cci(bars, days)),
    williamsR: byPeriod((days) => williamsR(bars, days)),
    atr: byPeriod((days) => atr(bars, days)),
    average: byPeriod((days) => sma(close, days)),
    averageVolume: byPeriod((days) => sma(volume, days)),
  }
  const momentum = once(() => macd(close, fast, slow, signal).histogram)
  const bands = once(() => bollinger(close, period, width))
  return (last, trends) => {
    const upTo =
      (series: ByPeriod): ByPeriod =>
      (days) =>
        series(days).subarray(0, last + 1)
    const priceBefore = close[last - 1]!
    return {
      bars,
      last,
      price: close[last]!,
      priceBefore,
      sixMonth: trends.sixMonthTrend?.sentimentInterpretation ?? null,
      oneMonth: trends.oneMonthTrend?.sentimentInterpretation ?? null,
      rsi: upTo(whole.rsi),
      cci: upTo(whole.cci),
      williamsR: upTo(whole.williamsR),
      atr: upTo(whole.atr),
      average: upTo(whole.average),
      averageVolume: upTo(whole.averageVolume),
      momentum: () => momentum().subarray(0, last + 1),
      bands,
      levels: once(() => levelsAround(barsUpTo(bars, last), priceBefore)),
    }
  }
}

/** Whether a series rose to or above `level` at the bar read, having been below it. */
export const crossesUp = (series: Float64Array, level: number): boolean =>
  series.at(-2)! < level && series.at(-1)! >= level

/** Whether a series fell to or below `level` at the bar read, having been above it. */
export const crossesDown = (series: Float64Array, level: number): boolean =>
  series.at(-2)! > level && series.at(-1)! <= level

/** The value of a series at the current bar, rounded for sentences. */
export const latest = (series: Float64Array): number => round(series.at(-1)!, 2)

/** A six-month trend in a direction and a one-month trend not against it: the condition of oscillator rules. */
export const isPullback = ({ sixMonth, oneMonth }: IndicatorSnapshot, side: Sentiment): boolean =>
  sixMonth === side && (oneMonth === side || oneMonth === 'Neutral')
