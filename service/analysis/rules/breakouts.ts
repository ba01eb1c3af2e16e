/**
 * Rules for closes outside a range of weeks: with high volume, out of a narrow band, beyond the
 * extremes of a year.
 */
import { config } from '../config.ts'
import { round } from '../rounding.ts'
import type { IndicatorSnapshot } from './indicator-snapshot.ts'
import { defineRule } from './rule.ts'

const { breakout, squeeze, yearWindow, yearQuiet } = config.rules

/** The highest high of the `count` bars before the current one, dollars. */
const priorHigh = ({ bars, index }: IndicatorSnapshot, count: number): number => {
  let high = Number.NEGATIVE_INFINITY
  for (let i = Math.max(0, index - count); i < index; i++) if (bars.high[i]! > high) high = bars.high[i]!
  return high
}
/** The lowest low of the `count` bars before the current one, dollars. */
const priorLow = ({ bars, index }: IndicatorSnapshot, count: number): number => {
  let low = Number.POSITIVE_INFINITY
  for (let i = Math.max(0, index - count); i < index; i++) if (bars.low[i]! < low) low = bars.low[i]!
  return low
}

/** The current bar's volume as a multiple of the average before it; 0 without volume. */
const relativeVolume = ({ averageVolume, bars, index }: IndicatorSnapshot): number => {
  const averageBefore = averageVolume(breakout.period).at(-2)!
  return averageBefore > 0 ? bars.volume[index]! / averageBefore : 0
}

/**
 * Whether the narrowest Bollinger bands of the last `recentDays` bars are within `margin` of the
 * narrowest of the last `lookback` bars.
 */
const isSqueezed = ({ bands, index }: IndicatorSnapshot): boolean => {
  if (index < squeeze.period + squeeze.lookback) return false
  const { upper, middle, lower } = bands()
  let narrowest = Number.POSITIVE_INFINITY
  let narrowestRecent = Number.POSITIVE_INFINITY
  for (let i = index - squeeze.lookback; i < index; i++) {
    const width = (upper[i]! - lower[i]!) / middle[i]!
    narrowest = Math.min(narrowest, width)
    if (i >= index - squeeze.recentDays) narrowestRecent = Math.min(narrowestRecent, width)
  }
  return narrowestRecent <= narrowest * squeeze.margin
}

/** Whether the bars before the current one cover about a year. */
const hasYearOfBars = ({ index }: IndicatorSnapshot): boolean => index >= yearWindow - 5

export const breakoutRules = [
  defineRule({
    code: 'breakout',
    side: 'Bullish',
    period: breakout.period,
    weight: 1,
    condition: (snapshot) =>
      snapshot.sixMonth === 'Bullish' &&
      relativeVolume(snapshot) >= breakout.volume &&
      snapshot.price > priorHigh(snapshot, breakout.period),
    values: (snapshot) => ({
      price: round(snapshot.price, 2),
      volume: round(relativeVolume(snapshot), 1),
      value: round(priorHigh(snapshot, breakout.period), 2),
    }),
  }),
  defineRule({
    code: 'breakdown',
    side: 'Bearish',
    period: breakout.period,
    weight: 1,
    condition: (snapshot) =>
      snapshot.sixMonth === 'Bearish' &&
      relativeVolume(snapshot) >= breakout.volume &&
      snapshot.price < priorLow(snapshot, breakout.period),
    values: (snapshot) => ({
      price: round(snapshot.price, 2),
      volume: round(relativeVolume(snapshot), 1),
      value: round(priorLow(snapshot, breakout.period), 2),
    }),
  }),
  defineRule({
    code: 'squeeze-breaks-up',
    side: 'Bullish',
    period: squeeze.period,
    weight: 1,
    condition: (snapshot) =>
      snapshot.sixMonth !== 'Bearish' &&
      snapshot.price > snapshot.bands().upper[snapshot.index]! &&
      snapshot.previousPrice <= snapshot.bands().upper[snapshot.index - 1]! &&
      isSqueezed(snapshot),
    values: (snapshot) => ({ value: round(snapshot.bands().upper[snapshot.index]!, 2) }),
  }),
  defineRule({
    code: 'squeeze-breaks-down',
    side: 'Bearish',
    period: squeeze.period,
    weight: 1,
    condition: (snapshot) =>
      snapshot.sixMonth !== 'Bullish' &&
      snapshot.price < snapshot.bands().lower[snapshot.index]! &&
      snapshot.previousPrice >= snapshot.bands().lower[snapshot.index - 1]! &&
      isSqueezed(snapshot),
    values: (snapshot) => ({ value: round(snapshot.bands().lower[snapshot.index]!, 2) }),
  }),
  defineRule({
    code: 'year-high',
    side: 'Bullish',
    period: yearWindow,
    weight: 1,
    condition: (snapshot) =>
      hasYearOfBars(snapshot) &&
      snapshot.price > priorHigh(snapshot, yearWindow) &&
      priorHigh(snapshot, yearQuiet) < priorHigh(snapshot, yearWindow),
    values: (snapshot) => ({
      price: round(snapshot.price, 2),
      quiet: yearQuiet,
      value: round(priorHigh(snapshot, yearWindow), 2),
    }),
  }),
  defineRule({
    code: 'year-low',
    side: 'Bearish',
    period: yearWindow,
    weight: 1,
    condition: (snapshot) =>
      hasYearOfBars(snapshot) &&
      snapshot.price < priorLow(snapshot, yearWindow) &&
      priorLow(snapshot, yearQuiet) > priorLow(snapshot, yearWindow),
    values: (snapshot) => ({
      price: round(snapshot.price, 2),
      quiet: yearQuiet,
      value: round(priorLow(snapshot, yearWindow), 2),
    }),
  }),
]
