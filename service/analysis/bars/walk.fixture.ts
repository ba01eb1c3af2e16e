/** Made-up daily bars with the noise of real ones: days move by about 1.8 %, shares traded vary by a third. */
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import { uniforms } from '#service/markets/random.ts'
import type { Bars, Day } from '#service/markets/market.ts'

/** Standard normal numbers (Box and Muller 1958, both of each pair used). */
function normals(seed: number): () => number {
  const next = uniforms(seed)
  let spare: number | undefined
  return () => {
    const kept = spare
    spare = undefined
    if (kept !== undefined) return kept
    const radius = Math.sqrt(-2 * Math.log(next()))
    const angle = 2 * Math.PI * next()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

/** What happens on one day, counted from the end: 1 is the last. */
export type News = {
  readonly daysAgo: number
  /** Relative, from the close before to the open. */
  readonly gap: number
  /** Volume of the day as a multiple of the usual; the excess halves every day. */
  readonly shares: number
  /** High less low over the close. */
  readonly range: number
}

/** A price of about 100 dollars over `count` sessions up to `last`, with or without news. */
export const walk = (seed: number, count = 300, news?: News, last: Day = '2026-08-21'): Bars => {
  const next = normals(seed)
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
    const open = i === day ? price * (1 + news!.gap) : price * Math.exp(0.006 * next())
    const close = open * Math.exp(0.017 * next())
    const reach = i === day ? (news!.range * close) / 2 : 0.004 * price * (1 + Math.abs(next()))
    bars.open[i] = open
    bars.close[i] = close
    bars.high[i] = Math.max(open, close) + reach
    bars.low[i] = Math.min(open, close) - reach
    const excess = i >= day ? (news!.shares - 1) * 0.5 ** (i - day) : 0
    bars.volume[i] = 1e6 * Math.exp(0.3 * next()) * (1 + excess)
    price = close
  }
  return bars
}

/** The bars as a source gives them that does not know of a split `daysAgo`: what lies before is on the old scale. */
export const unadjusted = (bars: Bars, daysAgo: number, factor: number): Bars => {
  const at = bars.close.length - daysAgo
  const column = (values: Float64Array, by: number): Float64Array =>
    values.map((value, i) => (i < at ? value * by : value))
  return {
    date: bars.date,
    open: column(bars.open, factor),
    high: column(bars.high, factor),
    low: column(bars.low, factor),
    close: column(bars.close, factor),
    volume: column(bars.volume, 1 / factor),
  }
}
