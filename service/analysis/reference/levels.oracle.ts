/**
 * Turning points of the price. The definition of a level leaves freedom (how pivots are grouped, the value of
 * a cluster), so the oracle checks the common properties of all correct results, and finds the obvious
 * turning points itself.
 */
import type { Bars } from '#service/markets/market.ts'
import { averageTrueRange } from './bars.oracle.ts'

export type Turn = { readonly value: number; readonly kind: 'low' | 'high'; readonly touches: number }

/** Half a year: touches of longer ago count little, and may be left out for it. */
const window = 126
const recent = 60

type Pivot = { readonly value: number; readonly index: number }

/** Bars whose low (or high) is the extreme of `reach` bars on either side. */
const pivotsOf = (values: readonly number[], reach: number, isLow: boolean): Pivot[] =>
  values.flatMap((value, index) => {
    if (index < reach || index + reach >= values.length) return []
    const around = values.slice(index - reach, index + reach + 1)
    return value === (isLow ? Math.min(...around) : Math.max(...around)) ? [{ value, index }] : []
  })

/** Pivots of less than `reach` bars in between are one turn. */
const turnsIn = (pivots: readonly Pivot[], reach: number): number =>
  pivots.reduce(
    ({ count, last }, { index }) =>
      index - last < reach ? { count, last } : { count: count + 1, last: index },
    { count: 0, last: -Infinity },
  ).count

/**
 * Double bottoms and tops that cannot be missed: two or more pivots of five bars, more than these apart, within a
 * quarter of the ATR, which closes of the last 60 bars have passed at most twice from one side of the cluster's band
 * of half an ATR to the other.
 */
export const obviousTurns = (bars: Bars): Turn[] => {
  const start = Math.max(0, bars.close.length - window)
  const atr = averageTrueRange(bars)
  const closes = Array.from(bars.close.slice(-recent))
  const findTurns = (values: readonly number[], kind: Turn['kind']): Turn[] => {
    const pivots = pivotsOf(values, 5, kind === 'low')
    return pivots.flatMap(({ value }) => {
      const touches = turnsIn(
        pivots.filter((otherPivot) => Math.abs(otherPivot.value - value) <= atr / 8),
        6,
      )
      return touches < 2 || crossingsOf(closes, value, atr / 2) > 2 ? [] : [{ value, kind, touches }]
    })
  }
  return [
    ...findTurns(Array.from(bars.low.slice(start)), 'low'),
    ...findTurns(Array.from(bars.high.slice(start)), 'high'),
  ]
}

/** How often closes go from beyond one side of a band around `value` to beyond the other. */
const crossingsOf = (closes: readonly number[], value: number, band: number): number => {
  const sides = closes
    .map((close) => Math.sign(close - value) * Number(Math.abs(close - value) > band))
    .filter(Boolean)
  return sides.filter((side, index) => index > 0 && side !== sides[index - 1]).length
}

/** One standard deviation over so many calendar days, dollars. */
export const expectedMove = (price: number, volatility: number, days: number): number =>
  price * volatility * Math.sqrt(days / 365)
