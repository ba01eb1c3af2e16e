/** The range of the last 52 weeks. */
import { addDays } from '#service/markets/calendar.ts'
import type { Bars, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'

/** A price range, dollars. */
export type Range = { readonly low: number; readonly high: number }

/**
 * Index of the first bar in the 52 calendar weeks up to the last bar, inclusive; 0 without bars.
 */
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
 * Whether two prices can differ only by the adjustment for dividends: the unadjusted price is not
 * lower, and higher by at most a year's dividends, within tolerances.
 */
const differsByDividendsOnly = (unadjusted: number, adjusted: number): boolean => {
  const { maxBelow, maxAbove } = config.bars.range
  return unadjusted >= adjusted * (1 - maxBelow) && unadjusted <= adjusted * (1 + maxAbove)
}

/**
 * Returns the lowest and highest price of the 52 calendar weeks up to the last bar, including the
 * last price, in dollars; `undefined` without bars. For a stock listed within the year, the range
 * since its listing. The range is adjusted for splits, but not for dividends. Many sources adjust
 * bars for dividends, so the source's own range takes precedence if it is of the same day and has
 * the same scale.
 */
export const yearRange = (
  bars: Bars,
  lastPrice: number | undefined,
  sourceRange?: Profile['yearRange'],
): Range | undefined => {
  const lastDay = bars.date.at(-1)
  if (lastDay === undefined) return undefined
  const barRange = rangeOfBars(bars)
  const isUsable =
    sourceRange?.day === lastDay &&
    differsByDividendsOnly(sourceRange.low, barRange.low) &&
    differsByDividendsOnly(sourceRange.high, barRange.high)
  const { low, high } = isUsable ? sourceRange : barRange
  return { low: Math.min(low, lastPrice ?? low), high: Math.max(high, lastPrice ?? high) }
}
