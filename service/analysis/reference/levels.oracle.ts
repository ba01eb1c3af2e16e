/**
 * Turning points of the price. The definition of a level permits several correct results, because
 * it does not determine how pivots are grouped and what the value of a group is. So the oracle only
 * finds obvious turning points, which every correct result contains.
 */
import type { Bars } from '#service/markets/market.ts'
import { averageTrueRange } from './bars.oracle.ts'

/** A price at which the trend reversed `touches` times. */
export type TurningPoint = { readonly value: number; readonly kind: 'low' | 'high'; readonly touches: number }

/**
 * Bars in which turning points are searched, half a year: a level may omit older touches, which
 * have little weight.
 */
const searchedBars = 126
/** Bars in which crossings of a level are counted. */
const crossingBars = 60

type Pivot = { readonly value: number; readonly index: number }

/** Finds bars whose low (or high) is the lowest (highest) of `reach` bars on either side. */
const pivotsOf = (values: readonly number[], reach: number, isLow: boolean): Pivot[] =>
  values.flatMap((value, index) => {
    if (index < reach || index + reach >= values.length) return []
    const neighbours = values.slice(index - reach, index + reach + 1)
    return value === (isLow ? Math.min(...neighbours) : Math.max(...neighbours)) ? [{ value, index }] : []
  })

/** Counts touches. Pivots less than `reach` bars after the start of a touch belong to it. */
const countTouches = (pivots: readonly Pivot[], reach: number): number =>
  pivots.reduce(
    ({ count, last }, { index }) =>
      index - last < reach ? { count, last } : { count: count + 1, last: index },
    { count: 0, last: -Infinity },
  ).count

/**
 * Finds obvious double bottoms and tops: pivots of five bars on either side that were touched at
 * least twice, at least six bars apart, within an eighth of the ATR. The closes of the last 60 bars
 * crossed them at most twice, from more than half an ATR on one side to more than half an ATR on
 * the other.
 */
export const obviousTurningPoints = (bars: Bars): TurningPoint[] => {
  const start = Math.max(0, bars.close.length - searchedBars)
  const atr = averageTrueRange(bars)
  const closes = Array.from(bars.close.slice(-crossingBars))
  const findOfKind = (values: readonly number[], kind: TurningPoint['kind']): TurningPoint[] => {
    const pivots = pivotsOf(values, 5, kind === 'low')
    return pivots.flatMap(({ value }) => {
      const touches = countTouches(
        pivots.filter((otherPivot) => Math.abs(otherPivot.value - value) <= atr / 8),
        6,
      )
      return touches < 2 || countCrossings(closes, value, atr / 2) > 2 ? [] : [{ value, kind, touches }]
    })
  }
  return [
    ...findOfKind(Array.from(bars.low.slice(start)), 'low'),
    ...findOfKind(Array.from(bars.high.slice(start)), 'high'),
  ]
}

/**
 * Counts how often closes moved from more than `band` on one side of `value` to more than `band` on
 * the other.
 */
const countCrossings = (closes: readonly number[], value: number, band: number): number => {
  const sides = closes
    .map((close) => Math.sign(close - value) * Number(Math.abs(close - value) > band))
    .filter(Boolean)
  return sides.filter((side, index) => index > 0 && side !== sides[index - 1]).length
}

/** One standard deviation of the price over a number of calendar days, dollars. */
export const expectedMove = (price: number, volatility: number, days: number): number =>
  price * volatility * Math.sqrt(days / 365)
