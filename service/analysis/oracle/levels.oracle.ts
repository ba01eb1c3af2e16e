/**
 * Where price has turned before. What a level is leaves room (how pivots are gathered, what a cluster's value is), so the
 * oracle holds what every right answer has in common, and finds the turns nobody could overlook by itself.
 */
import type { Bars } from '#service/market/market.ts'
import { averageTrueRange } from './bars.oracle.ts'

export type Turn = { readonly value: number; readonly kind: 'low' | 'high'; readonly touches: number }

/** Half a year: touches of longer ago count little, and may be left out for it. */
const window = 126
const recent = 60

/** Bars whose low (or high) is the furthest of `reach` bars either side. */
const pivotsOf = (values: readonly number[], reach: number, isLow: boolean): number[] =>
  values.flatMap((value, at) => {
    if (at < reach || at + reach >= values.length) return []
    const around = values.slice(at - reach, at + reach + 1)
    return value === (isLow ? Math.min(...around) : Math.max(...around)) ? [value] : []
  })

/**
 * Double bottoms and tops that cannot be missed: two or more pivots of five bars within a quarter of the ATR, which no more
 * than two of the last 60 closes have passed from one side of the cluster's band of half an ATR to the other.
 */
export const obviousTurns = (bars: Bars): Turn[] => {
  const from = Math.max(0, bars.close.length - window)
  const atr = averageTrueRange(bars)
  const closes = Array.from(bars.close.slice(-recent))
  const turns = (values: readonly number[], kind: Turn['kind']): Turn[] => {
    const pivots = pivotsOf(values, 5, kind === 'low').toSorted((a, b) => a - b)
    return pivots.flatMap((value, at) => {
      const close = pivots.filter((other) => Math.abs(other - value) <= atr / 8)
      if (close.length < 2 || pivots[at - 1] === value) return []
      return crossingsOf(closes, value, atr / 2) > 2 ? [] : [{ value, kind, touches: close.length }]
    })
  }
  return [
    ...turns(Array.from(bars.low.slice(from)), 'low'),
    ...turns(Array.from(bars.high.slice(from)), 'high'),
  ]
}

/** How often closes go from beyond one side of a band around `value` to beyond the other. */
const crossingsOf = (closes: readonly number[], value: number, band: number): number => {
  const sides = closes
    .map((close) => Math.sign(close - value) * Number(Math.abs(close - value) > band))
    .filter(Boolean)
  return sides.filter((side, at) => at > 0 && side !== sides[at - 1]).length
}

/** One standard deviation over so many calendar days, dollars. */
export const expectedMove = (price: number, volatility: number, days: number): number =>
  price * volatility * Math.sqrt(days / 365)
