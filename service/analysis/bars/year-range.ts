/** The range of the last 52 weeks. */
import { addDays } from '#service/market/calendar.ts'
import type { Bars } from '#service/market/market.ts'
import { config } from '../config.ts'

/** Dollars. */
export type Range = { readonly low: number; readonly high: number }

/**
 * Lowest low and highest high of the 52 calendar weeks that end with the last bar, the last price included; adjusted for splits
 * as the bars are, never for dividends. Of a stock listed since then, of the days it has been listed. Undefined without bars.
 */
export const yearRange = ({ date, high, low }: Bars, price: number | undefined): Range | undefined => {
  const last = date.at(-1)
  if (last === undefined) return undefined
  const after = addDays(last, -config.bars.rangeDays)
  let lowest = price ?? Infinity
  let highest = price ?? -Infinity
  for (let i = date.length - 1; i >= 0 && date[i]! > after; i--) {
    if (high[i]! > highest) highest = high[i]!
    if (low[i]! < lowest) lowest = low[i]!
  }
  return { low: lowest, high: highest }
}
