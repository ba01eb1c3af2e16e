/** Daily bars as columns, from the rows that vendors send. */
import type { Bars, Day } from '#service/markets/market.ts'

/** One day; prices in dollars, volume in shares. */
export type BarRow = {
  readonly day: Day
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/**
 * Returns the rows up to `lastDay` as columns, oldest first, each day once: the last row of a day
 * counts.
 */
export function barsOfRows(rows: readonly BarRow[], lastDay: Day): Bars {
  const rowsByDay = new Map(rows.map((row) => [row.day, row]))
  const sorted = [...rowsByDay.values()]
    .filter(({ day }) => day <= lastDay)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const column = (name: Exclude<keyof BarRow, 'day'>) => Float64Array.from(sorted, (row) => row[name])
  return {
    date: sorted.map(({ day }) => day),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}
