/** Synthetic daily bars with realistic noise: days move by about 1.8 %, volume varies by a third. */
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import { uniforms } from '#service/markets/random.ts'
import type { Bars, Day } from '#service/markets/market.ts'

/** Standard normal numbers (Box and Muller 1958; uses both numbers of each pair). */
function normals(seed: number): () => number {
  const uniform = uniforms(seed)
  let spare: number | undefined
  return () => {
    const cached = spare
    spare = undefined
    if (cached !== undefined) return cached
    const radius = Math.sqrt(-2 * Math.log(uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

/** An event on one day, counted from the end: 1 is the last day. */
export type News = {
  readonly daysAgo: number
  /** Relative move from the previous close to the open. */
  readonly gap: number
  /** Volume of the day as a multiple of the usual; the excess halves every day. */
  readonly shares: number
  /** High less low over the close. */
  readonly range: number
}

/** A price of about 100 dollars over `count` sessions up to `last`, with an optional event. */
export const walk = (seed: number, count = 300, news?: News, last: Day = '2026-08-21'): Bars => {
  const normal = normals(seed)
  const bars: Bars = {
    date: tradingDaysUpTo(last, count),
    open: new Float64Array(count),
    high: new Float64Array(count),
    low: new Float64Array(count),
    close: new Float64Array(count),
    volume: new Float64Array(count),
  }
  const day = news ? count - news.daysAgo : Infinity
  let price = 100
  for (let i = 0; i < count; i++) {
    const open = i === day ? price * (1 + news!.gap) : price * Math.exp(0.006 * normal())
    const close = open * Math.exp(0.017 * normal())
    const wick = i === day ? (news!.range * close) / 2 : 0.004 * price * (1 + Math.abs(normal()))
    bars.open[i] = open
    bars.close[i] = close
    bars.high[i] = Math.max(open, close) + wick
    bars.low[i] = Math.min(open, close) - wick
    const excess = i >= day ? (news!.shares - 1) * 0.5 ** (i - day) : 0
    bars.volume[i] = 1e6 * Math.exp(0.3 * normal()) * (1 + excess)
    price = close
  }
  return bars
}

/** The bars of a source that has not adjusted for a split `daysAgo`: earlier bars are on the old scale. */
export const unadjusted = (bars: Bars, daysAgo: number, factor: number): Bars => {
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
