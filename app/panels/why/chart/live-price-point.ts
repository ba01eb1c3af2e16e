/**
 * Position of the last price on the time axis. The bars of the service are those of closed sessions, so a trade
 * after the close of the last bar belongs to no bar: neither its close nor its high and low contain it.
 */
import type { WireWhy } from '#contract/responses/resources.ts'
import type { Quote } from '#contract/feed.ts'
import { useLive } from '#app/state/live.ts'
import { dayNumber } from './scales.ts'

/**
 * Returns whether the last price is of a trade after the close of the last bar. False if a time is unknown.
 *
 * @param quote the pushed quote; undefined before the first
 */
export function isAfterLastBar(
  { dataStatus: { parts } }: Pick<WireWhy, 'dataStatus'>,
  quote: Pick<Quote, 'time'> | undefined,
): boolean {
  const closed = parts?.bars.asOf
  const traded = quote?.time ?? parts?.price.asOf
  return closed != null && traded != null && Date.parse(traded) > Date.parse(closed)
}

/** Returns the day of an instant in New York, days since 1970. */
export const newYorkDay = (instant: string): number =>
  dayNumber(new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format(new Date(instant)))

/** Returns whether the last price is after the last bar. A new quote on the same side causes no rendering. */
export const useIsAfterLastBar = (why: WireWhy): boolean =>
  useLive(({ quotes }) => isAfterLastBar(why, quotes[why.symbol]))
