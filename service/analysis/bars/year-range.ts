/** The range of the last 52 weeks. */
import { addDays } from '#service/markets/calendar.ts'
import type { Bars, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'

/** Dollars. */
export type Range = { readonly low: number; readonly high: number }

/** The first bar of the 52 calendar weeks that end with the last one, both days included; 0 without bars. */
export const yearBegin = ({ date }: Bars): number => {
  const last = date.at(-1)
  if (last === undefined) return 0
  const from = addDays(last, -config.bars.range.days)
  let first = date.length - 1
  while (first > 0 && date[first - 1]! >= from) first--
  return first
}

const ofBars = (bars: Bars): Range => {
  const { high, low } = bars
  let lowest = Infinity
  let highest = -Infinity
  for (let i = yearBegin(bars); i < high.length; i++) {
    if (high[i]! > highest) highest = high[i]!
    if (low[i]! < lowest) lowest = low[i]!
  }
  return { low: lowest, high: highest }
}

/**
 * Whether a price is an unadjusted one of the bars: never less than the adjusted price, and higher by at most
 * a year's dividends.
 */
const isBeforeDividends = (given: number, adjusted: number): boolean => {
  const { less, more } = config.bars.range
  return given >= adjusted * (1 - less) && given <= adjusted * (1 + more)
}

/**
 * Lowest and highest price of the 52 calendar weeks that end with the last bar, the last price included; adjusted for splits
 * as the bars are, not for dividends. Bars of many sources are adjusted for dividends as well: where the source tells the
 * range itself, of the same day and on the same scale, that counts. Of a stock listed since then, of the days it has been
 * listed. Undefined without bars.
 */
export const yearRange = (
  bars: Bars,
  price: number | undefined,
  given?: Profile['yearRange'],
): Range | undefined => {
  const last = bars.date.at(-1)
  if (last === undefined) return undefined
  const own = ofBars(bars)
  const isSame =
    given?.day === last && isBeforeDividends(given.low, own.low) && isBeforeDividends(given.high, own.high)
  const { low, high } = isSame ? given : own
  return { low: Math.min(low, price ?? low), high: Math.max(high, price ?? high) }
}
