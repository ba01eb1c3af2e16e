/** Closes outside of a range that held for weeks: on volume, out of a narrow band, beyond the year's extremes. */
import { config } from '../config.ts'
import { round } from '../rounding.ts'
import type { IndicatorSnapshot } from './reading.ts'
import { rule } from './rule.ts'

const { breakout, squeeze, yearWindow, yearQuiet } = config.rules

/** The highest of the `count` bars before the last one. */
const highBefore = ({ bars, last }: IndicatorSnapshot, count: number): number => {
  let top = Number.NEGATIVE_INFINITY
  for (let i = Math.max(0, last - count); i < last; i++) if (bars.high[i]! > top) top = bars.high[i]!
  return top
}
/** The lowest of the `count` bars before the last one. */
const lowBefore = ({ bars, last }: IndicatorSnapshot, count: number): number => {
  let bottom = Number.POSITIVE_INFINITY
  for (let i = Math.max(0, last - count); i < last; i++) if (bars.low[i]! < bottom) bottom = bars.low[i]!
  return bottom
}

/** The last bar's volume as a multiple of the average before it; 0 without volume. */
const timesUsualVolume = ({ averageVolume, bars, last }: IndicatorSnapshot): number => {
  const usual = averageVolume(breakout.period).at(-2)!
  return usual > 0 ? bars.volume[last]! / usual : 0
}

/** Whether the Bollinger bands were, within the last days, about as narrow as they ever were in months. */
const isSqueezed = ({ bands, last }: IndicatorSnapshot): boolean => {
  if (last < squeeze.period + squeeze.lookback) return false
  const { upper, middle, lower } = bands()
  let narrowest = Number.POSITIVE_INFINITY
  let recent = Number.POSITIVE_INFINITY
  for (let i = last - squeeze.lookback; i < last; i++) {
    const width = (upper[i]! - lower[i]!) / middle[i]!
    narrowest = Math.min(narrowest, width)
    if (i >= last - squeeze.within) recent = Math.min(recent, width)
  }
  return recent <= narrowest * squeeze.margin
}

/** Whether there is about a year to be the highest or lowest of. */
const hasYear = ({ last }: IndicatorSnapshot): boolean => last >= yearWindow - 5

export const breakoutRules = [
  rule({
    code: 'breakout',
    side: 'Bullish',
    period: breakout.period,
    weight: 1,
    condition: (at) =>
      at.sixMonth === 'Bullish' &&
      timesUsualVolume(at) >= breakout.volume &&
      at.price > highBefore(at, breakout.period),
    values: (at) => ({
      price: round(at.price, 2),
      volume: round(timesUsualVolume(at), 1),
      value: round(highBefore(at, breakout.period), 2),
    }),
  }),
  rule({
    code: 'breakdown',
    side: 'Bearish',
    period: breakout.period,
    weight: 1,
    condition: (at) =>
      at.sixMonth === 'Bearish' &&
      timesUsualVolume(at) >= breakout.volume &&
      at.price < lowBefore(at, breakout.period),
    values: (at) => ({
      price: round(at.price, 2),
      volume: round(timesUsualVolume(at), 1),
      value: round(lowBefore(at, breakout.period), 2),
    }),
  }),
  rule({
    code: 'squeeze-breaks-up',
    side: 'Bullish',
    period: squeeze.period,
    weight: 1,
    condition: (at) =>
      at.sixMonth !== 'Bearish' &&
      at.price > at.bands().upper[at.last]! &&
      at.priceBefore <= at.bands().upper[at.last - 1]! &&
      isSqueezed(at),
    values: (at) => ({ value: round(at.bands().upper[at.last]!, 2) }),
  }),
  rule({
    code: 'squeeze-breaks-down',
    side: 'Bearish',
    period: squeeze.period,
    weight: 1,
    condition: (at) =>
      at.sixMonth !== 'Bullish' &&
      at.price < at.bands().lower[at.last]! &&
      at.priceBefore >= at.bands().lower[at.last - 1]! &&
      isSqueezed(at),
    values: (at) => ({ value: round(at.bands().lower[at.last]!, 2) }),
  }),
  rule({
    code: 'year-high',
    side: 'Bullish',
    period: yearWindow,
    weight: 1,
    condition: (at) =>
      hasYear(at) &&
      at.price > highBefore(at, yearWindow) &&
      highBefore(at, yearQuiet) < highBefore(at, yearWindow),
    values: (at) => ({
      price: round(at.price, 2),
      quiet: yearQuiet,
      value: round(highBefore(at, yearWindow), 2),
    }),
  }),
  rule({
    code: 'year-low',
    side: 'Bearish',
    period: yearWindow,
    weight: 1,
    condition: (at) =>
      hasYear(at) &&
      at.price < lowBefore(at, yearWindow) &&
      lowBefore(at, yearQuiet) > lowBefore(at, yearWindow),
    values: (at) => ({
      price: round(at.price, 2),
      quiet: yearQuiet,
      value: round(lowBefore(at, yearWindow), 2),
    }),
  }),
]
