/**
 * Daily bars out of CSV lines. Node only.
 *
 * A line that is not one takes its symbol away: a day that does not exist, a text where a number stands, a price below 0. Lines
 * may come in any order. A day without prices (empty, null, NaN, 0) is left out, as is a day that two lines tell differently:
 * which of them is right is not known. The same line twice is one.
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { broken, csvFields, isDay } from './read-text.ts'

const prices = ['open', 'high', 'low', 'close'] as const
const columns = [...prices, 'volume'] as const
type Column = (typeof columns)[number]
export type BarColumnIndexes = { readonly symbol: number; readonly date: number } & Readonly<
  Record<Column, number>
>

/** Where the columns are. */
export function readHeader(line: string, file: string): BarColumnIndexes {
  const names = csvFields(line).map((name) => name.trim().toLowerCase())
  const place = (name: string) => {
    const index = names.indexOf(name)
    return index >= 0
      ? index
      : broken(file, 1, `expected a column "${name}", got "${line.slice(0, 80).trim()}"`)
  }
  return {
    symbol: names.indexOf('symbol'),
    date: place('date'),
    open: place('open'),
    high: place('high'),
    low: place('low'),
    close: place('close'),
    volume: place('volume'),
  }
}

type Row = { readonly date: Day } & Readonly<Record<Column, number>>

const missing = new Set(['', 'null', 'nan', 'none'])

/** The number in a field; NaN if absent. */
function numberOf(field: string, column: Column, file: string, line: number): number {
  const value = field === '' ? Number.NaN : Number(field)
  if (Number.isNaN(value) && missing.has(field.trim().toLowerCase())) return value
  if (!Number.isFinite(value)) broken(file, line, `${column}: expected a number, got "${field}"`)
  if (value < 0)
    broken(
      file,
      line,
      `${column}: expected a ${column === 'volume' ? 'number, not negative' : 'positive number'}, got "${field}"`,
    )
  return value
}

function readRow(text: string, header: BarColumnIndexes, file: string, line: number): Row {
  const fields = csvFields(text)
  const date = fields[header.date]?.trim().slice(0, 10)
  if (!isDay(date)) return broken(file, line, `date: expected YYYY-MM-DD, got "${fields[header.date] ?? ''}"`)
  const of = (column: Column) => numberOf(fields[header[column]] ?? '', column, file, line)
  const volume = of('volume')
  return {
    date,
    open: of('open'),
    high: of('high'),
    low: of('low'),
    close: of('close'),
    volume: Number.isNaN(volume) ? 0 : volume,
  }
}

/** Rows by ascending day, one a day; `leave` is called for each omitted day. */
function settled(rows: readonly Row[], leave: (day: Day, why: string) => void): Row[] {
  const isAscending = rows.every((row, i) => i === 0 || row.date > (rows[i - 1] as Row).date)
  const sorted = isAscending
    ? rows
    : rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const kept: Row[] = []
  for (let i = 0; i < sorted.length;) {
    const row = sorted[i] as Row
    const same: Row[] = []
    while (sorted[i]?.date === row.date) same.push(sorted[i++] as Row)
    const priced = same.filter((one) => prices.every((name) => one[name] > 0))
    const [first] = priced
    if (!first) leave(row.date, 'no price')
    else if (priced.some((one) => columns.some((name) => one[name] !== first[name])))
      leave(row.date, 'told twice, differently')
    else kept.push(first)
  }
  return kept
}

/** CSV lines of one symbol and where they are in the file. */
export type Lines = Iterable<readonly [line: number, text: string]>

/**
 * Bars from CSV lines; `log` receives omitted days.
 *
 * @throws BrokenFile naming file, line and column
 */
export function parseBars(
  lines: Lines,
  header: BarColumnIndexes,
  file: string,
  log: (message: string) => void,
): Bars {
  const rows: Row[] = []
  let firstLine = 0
  for (const [line, text] of lines) {
    firstLine ||= line
    if (text !== '' && text !== '\r') rows.push(readRow(text, header, file, line))
  }
  const left: string[] = []
  const kept = settled(rows, (day, why) => left.push(`${day} (${why})`))
  if (kept.length === 0) broken(file, firstLine, 'expected at least one bar')
  if (left.length > 0)
    log(`${file}:${firstLine}: ${left.slice(0, 3).join(', ')}${left.length > 3 ? ' and more' : ''} left out`)
  const column = (name: Column) => Float64Array.from(kept, (row) => row[name])
  return {
    date: kept.map((row) => row.date),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}
