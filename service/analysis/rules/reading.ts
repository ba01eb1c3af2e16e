/** One symbol's bars as the rules look at them. Each indicator is computed once, when the first rule asks for it. */
import type { Sentiment } from '#contract/ideas.ts'
import type { Bars } from '#service/market/market.ts'
import { config } from '../config.ts'
import { atr, bollinger, cci, macd, mfi, rsi, sma, williamsR, type Bands } from '../indicators.ts'
import { levelsAround, type Levels } from '../levels.ts'
import { round } from '../rounding.ts'
import type { Trends } from '../trend.ts'

/** A series of the bars' length, of an indicator over so many bars. */
type ByPeriod = (period: number) => Float64Array

export type Reading = {
  readonly bars: Bars
  /** Index of the last bar. */
  readonly last: number
  /** Close of the last bar and of the one before, dollars. */
  readonly price: number
  readonly priceBefore: number
  /** Null where the bars are too few to say. */
  readonly sixMonth: Sentiment | null
  readonly oneMonth: Sentiment | null
  readonly rsi: ByPeriod
  readonly cci: ByPeriod
  readonly williamsR: ByPeriod
  readonly mfi: ByPeriod
  readonly atr: ByPeriod
  /** Average close, dollars. */
  readonly average: ByPeriod
  /** Average volume, shares. */
  readonly averageVolume: ByPeriod
  /** MACD less its signal line, dollars. */
  readonly momentum: () => Float64Array
  /** The squeeze rules' Bollinger bands. */
  readonly bands: () => Bands
  /** Levels as seen from the close before, so that the last bar can have come to them. */
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

/** Reads bars, of which there are two or more, and their trends. */
export const readingOf = (bars: Bars, trends: Trends): Reading => {
  const { close, volume } = bars
  const last = close.length - 1
  const { fast, slow, signal } = config.rules.macd
  const { period, width } = config.rules.squeeze
  const priceBefore = close[last - 1]!
  return {
    bars,
    last,
    price: close[last]!,
    priceBefore,
    sixMonth: trends.sixMonthTrend?.sentimentInterpretation ?? null,
    oneMonth: trends.oneMonthTrend?.sentimentInterpretation ?? null,
    rsi: byPeriod((days) => rsi(close, days)),
    cci: byPeriod((days) => cci(bars, days)),
    williamsR: byPeriod((days) => williamsR(bars, days)),
    mfi: byPeriod((days) => mfi(bars, days)),
    atr: byPeriod((days) => atr(bars, days)),
    average: byPeriod((days) => sma(close, days)),
    averageVolume: byPeriod((days) => sma(volume, days)),
    momentum: once(() => macd(close, fast, slow, signal).histogram),
    bands: once(() => bollinger(close, period, width)),
    levels: once(() => levelsAround(bars, priceBefore)),
  }
}

/** Whether a series rose to or above `level` at the last bar, having been below it. */
export const crossesUp = (series: Float64Array, level: number): boolean =>
  series.at(-2)! < level && series.at(-1)! >= level

/** Whether a series fell to or below `level` at the last bar, having been above it. */
export const crossesDown = (series: Float64Array, level: number): boolean =>
  series.at(-2)! > level && series.at(-1)! <= level

/** The last value of a series, as sentences tell it. */
export const latest = (series: Float64Array): number => round(series.at(-1)!, 2)

/** A six-month trend in a direction and a one-month trend not against it: what a turn of an oscillator is read in. */
export const isPullback = ({ sixMonth, oneMonth }: Reading, side: Sentiment): boolean =>
  sixMonth === side && (oneMonth === side || oneMonth === 'Neutral')
