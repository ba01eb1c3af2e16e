/**
 * Synthetic daily bars: a random walk with daily moves of about 1.8 % and a volume that varies by a
 * third.
 */
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import { uniforms } from '#service/markets/random.ts'
import type { Bars, Day } from '#service/markets/market.ts'

/**
 * Generator of standard normal numbers (Box and Muller 1958). It computes pairs and caches the
 * second number.
 */
function normals(seed: number): () => number {
  const uniform = uniforms(seed)
  let cached: number | undefined
  return () => {
    const second = cached
    cached = undefined
    if (second !== undefined) return second
    const radius = Math.sqrt(-2 * Math.log(uniform()))
    const angle = 2 * Math.PI * uniform()
    cached = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

/** An event that moves the price and increases the volume. */
export type PriceEvent = {
  /** Day of the event, counted from the end: 1 is the last day. */
  readonly daysAgo: number
  /** Relative move from the previous close to the open. */
  readonly gap: number
  /** Volume of the day as a multiple of the usual volume; the excess halves every day. */
  readonly volumeRatio: number
  /** High less low over the close. */
  readonly range: number
}

/** Bars of `count` sessions up to `lastDay` that start at 100 dollars, with an optional event. */
export const randomWalkBars = (
  seed: number,
  count = 300,
  event?: PriceEvent,
  lastDay: Day = '2026-08-21',
): Bars => {
  const normal = normals(seed)
  const bars: Bars = {
    date: tradingDaysUpTo(lastDay, count),
    open: new Float64Array(count),
    high: new Float64Array(count),
    low: new Float64Array(count),
    close: new Float64Array(count),
    volume: new Float64Array(count),
  }
  const eventIndex = event ? count - event.daysAgo : Infinity
  let price = 100
  for (let i = 0; i < count; i++) {
    const open = i === eventIndex ? price * (1 + event!.gap) : price * Math.exp(0.006 * normal())
    const close = open * Math.exp(0.017 * normal())
    const wick = i === eventIndex ? (event!.range * close) / 2 : 0.004 * price * (1 + Math.abs(normal()))
    bars.open[i] = open
    bars.close[i] = close
    bars.high[i] = Math.max(open, close) + wick
    bars.low[i] = Math.min(open, close) - wick
    const excess = i >= eventIndex ? (event!.volumeRatio - 1) * 0.5 ** (i - eventIndex) : 0
    bars.volume[i] = 1e6 * Math.exp(0.3 * normal()) * (1 + excess)
    price = close
  }
  return bars
}

/**
 * Returns the bars as from a source that has not adjusted for a split `daysAgo`: earlier bars have
 * the old scale.
 */
export const withUnadjustedSplit = (bars: Bars, daysAgo: number, factor: number): Bars => {
  const splitIndex = bars.close.length - daysAgo
  const column = (values: Float64Array, multiplier: number): Float64Array =>
    values.map((value, i) => (i < splitIndex ? value * multiplier : value))
  return {
    date: bars.date,
    open: column(bars.open, factor),
    high: column(bars.high, factor),
    low: column(bars.low, factor),
    close: column(bars.close, factor),
    volume: column(bars.volume, 1 / factor),
  }
}
