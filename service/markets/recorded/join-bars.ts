/** Joins two recordings of one symbol's bars. */
import type { Bars, Day } from '#service/markets/market.ts'

/** Maximum deviation from 1 of the ratio of the prices: dividends cause less, splits cause more. */
const maxAdjustment = 0.08
/** Maximum relative deviation of one day's ratio from the median ratio. */
const maxRatioDeviation = 0.004
const minOverlapDays = 20

/**
 * Extends `newer` by the earlier days of `older`. Returns `newer` unchanged if the two do not
 * match: fewer than twenty common days, or a ratio of their closes that is not a constant near 1.
 * Their dividend adjustments end on different days; scaling `older` by the constant removes that
 * difference.
 */
export function joinBars(newer: Bars, older: Bars): Bars {
  const start = older.date.indexOf(newer.date[0] as Day)
  if (start <= 0) return newer
  const ratios: number[] = []
  for (let i = 0; start + i < older.date.length && i < newer.date.length; i++) {
    if (older.date[start + i] !== newer.date[i]) return newer
    ratios.push((newer.close[i] as number) / (older.close[start + i] as number))
  }
  if (ratios.length < minOverlapDays) return newer
  const sorted = ratios.toSorted((a, b) => a - b)
  const ratio = sorted[sorted.length >> 1] as number
  if (
    Math.abs(ratio - 1) > maxAdjustment ||
    ratios.some((dailyRatio) => Math.abs(dailyRatio / ratio - 1) > maxRatioDeviation)
  )
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
