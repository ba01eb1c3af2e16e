/** Two recordings of one symbol's bars as one. */
import type { Bars, Day } from '#service/markets/market.ts'

/** At most this much apart the two sets' prices may be as a whole: dividends since, never a split. */
const mostAdjustment = 0.08
/** And this much from day to day. */
const mostWobble = 0.004
const leastOverlap = 20

/**
 * `newer` extended by earlier days of `older`, or `newer` alone if the two do not match: fewer than twenty
 * common days, or a ratio of their closes that is not a constant near 1. Both are adjusted for dividends up
 * to different days, which the constant removes.
 */
export function joinBars(newer: Bars, older: Bars): Bars {
  const first = newer.date[0] as Day
  const start = older.date.indexOf(first)
  if (start <= 0) return newer
  const ratios: number[] = []
  for (let i = 0; start + i < older.date.length && i < newer.date.length; i++) {
    if (older.date[start + i] !== newer.date[i]) return newer
    ratios.push((newer.close[i] as number) / (older.close[start + i] as number))
  }
  if (ratios.length < leastOverlap) return newer
  const sorted = ratios.toSorted((a, b) => a - b)
  const ratio = sorted[sorted.length >> 1] as number
  if (Math.abs(ratio - 1) > mostAdjustment || ratios.some((one) => Math.abs(one / ratio - 1) > mostWobble))
    return newer
  const column = (name: keyof Omit<Bars, 'date'>, scale: number) => {
    const joined = new Float64Array(start + newer.date.length)
    for (let i = 0; i < start; i++) joined[i] = (older[name][i] as number) * scale
    joined.set(newer[name], start)
    return joined
  }
  return {
    date: [...older.date.slice(0, start), ...newer.date],
    open: column('open', ratio),
    high: column('high', ratio),
    low: column('low', ratio),
    close: column('close', ratio),
    volume: column('volume', 1),
  }
}
