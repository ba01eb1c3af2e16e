/** The range of the last 52 weeks. */
import { addDays } from '#service/markets/calendar.ts'
import type { Bars, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'

/** Dollars. */
export type Range = { readonly low: number; readonly high: number }

/** Index of the first bar of the 52 calendar weeks that end with the last bar, both days included; 0 without bars. */
export const yearStartIndex = ({ date }: Bars): number => {
  const last = date.at(-1)
  if (last === undefined) return 0
  const firstDay = addDays(last, -config.bars.range.days)
  let first = date.length - 1
  while (first > 0 && date[first - 1]! >= firstDay) first--
  return first
}

const rangeOfBars = (bars: Bars): Range => {
  const { high, low } = bars
  let lowest = Infinity
  let highest = -Infinity
  for (let i = yearStartIndex(bars); i < high.length; i++) {
    if (high[i]! > highest) highest = high[i]!
    if (low[i]! < lowest) lowest = low[i]!
  }
  return { low: lowest, high: highest }
}

/**
 * Whether a price may be the unadjusted value of a dividend-adjusted price: never lower, and higher by at most a
 * year's dividends.
 */
const isBeforeDividends = (unadjusted: number, adjusted: number): boolean => {
  const { maxBelow, maxAbove } = config.bars.range
  return unadjusted >= adjusted * (1 - maxBelow) && unadjusted <= adjusted * (1 + maxAbove)
}

/**
 * Lowest and highest price of the 52 calendar weeks that end with the last bar, including the last price, in dollars.
 * Adjusted for splits, as the bars are, but not for dividends. Many sources adjust bars for dividends, so the source's
 * own range takes precedence if it is of the same day and on the same scale. For a stock listed within the year, the
 * range since its listing. Undefined without bars.
 */
export const yearRange = (
  bars: Bars,
  price: number | undefined,
  sourceRange?: Profile['yearRange'],
): Range | undefined => {
  const lastDay = bars.date.at(-1)
  if (lastDay === undefined) return undefined
  const barRange = rangeOfBars(bars)
  const isUsable =
    sourceRange?.day === lastDay &&
    isBeforeDividends(sourceRange.low, barRange.low) &&
    isBeforeDividends(sourceRange.high, barRange.high)
  const { low, high } = isUsable ? sourceRange : barRange
  return { low: Math.min(low, price ?? low), high: Math.max(high, price ?? high) }
}
