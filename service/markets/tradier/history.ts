/** Daily bars from Tradier's history, which is adjusted for splits as far as the exchanges report them. */
import { barsOfRows, type BarRow } from '#service/markets/kit/bars-of-rows.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import type { HistoryRow } from './wire.ts'

/** Calendar days of history: two years, and 200 sessions before them for the longest average. */
export const historyDays = 1_050

/**
 * The bars up to `lastClosed`: the bar of a running session is not final. Rows without all four prices, which come as "NaN"
 * or null, are days without data and omitted.
 */
export const barsOf = (rows: readonly HistoryRow[], lastClosed: Day): Bars =>
  barsOfRows(rows.flatMap(barRowOf), lastClosed)

const barRowOf = ({ date: day, open, high, low, close, volume }: HistoryRow): BarRow[] => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !open || !high || !low || !close) return []
  return [{ day, open, high, low, close, volume: volume ?? 0 }]
}
