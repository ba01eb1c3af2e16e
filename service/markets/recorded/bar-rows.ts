/**
 * Daily bars from CSV lines. Node only.
 *
 * An invalid line (an impossible day, a text instead of a number, a price below 0) makes its entire
 * symbol unreadable. Lines may be in any order; duplicates are ignored. A day without prices
 * (empty, null, NaN, 0) is omitted, and so is a day with two different lines, because either may be
 * wrong.
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { throwBroken, csvFields, isDay } from './read-text.ts'

const priceColumns = ['open', 'high', 'low', 'close'] as const
const barColumns = [...priceColumns, 'volume'] as const
type Column = (typeof barColumns)[number]
export type BarColumnIndexes = { readonly symbol: number; readonly date: number } & Readonly<
  Record<Column, number>
>

/** Parses the header line of a CSV file. The index of `symbol` is -1 if there is no such column. */
export function readHeader(line: string, file: string): BarColumnIndexes {
  const names = csvFields(line).map((name) => name.trim().toLowerCase())
  const columnIndex = (name: string) => {
    const index = names.indexOf(name)
    return index >= 0
      ? index
      : throwBroken(file, 1, `expected a column "${name}", got "${line.slice(0, 80).trim()}"`)
  }
  return {
    symbol: names.indexOf('symbol'),
    date: columnIndex('date'),
    open: columnIndex('open'),
    high: columnIndex('high'),
    low: columnIndex('low'),
    close: columnIndex('close'),
    volume: columnIndex('volume'),
  }
}

/** A parsed line; NaN for a price without a value. */
type Row = { readonly date: Day } & Readonly<Record<Column, number>>

const missingValues = new Set(['', 'null', 'nan', 'none'])

/** Parses a field; NaN if it has no value. */
function parseNumber(field: string, column: Column, file: string, line: number): number {
  const value = field === '' ? Number.NaN : Number(field)
  if (Number.isNaN(value) && missingValues.has(field.trim().toLowerCase())) return value
  if (!Number.isFinite(value)) throwBroken(file, line, `${column}: expected a number, got "${field}"`)
  if (value < 0)
    throwBroken(
      file,
      line,
      `${column}: expected a ${column === 'volume' ? 'non-negative number' : 'positive number'}, got "${field}"`,
    )
  return value
}

function readRow(text: string, columnIndexes: BarColumnIndexes, file: string, line: number): Row {
  const fields = csvFields(text)
  const date = fields[columnIndexes.date]?.trim().slice(0, 10)
  if (!isDay(date))
    return throwBroken(file, line, `date: expected YYYY-MM-DD, got "${fields[columnIndexes.date] ?? ''}"`)
  const readColumn = (column: Column) => parseNumber(fields[columnIndexes[column]] ?? '', column, file, line)
  const volume = readColumn('volume')
  return {
    date,
    open: readColumn('open'),
    high: readColumn('high'),
    low: readColumn('low'),
    close: readColumn('close'),
    volume: Number.isNaN(volume) ? 0 : volume,
  }
}

/** Sorts rows by day and merges equal rows of a day; calls `onOmit` for each omitted day. */
function oneRowPerDay(rows: readonly Row[], onOmit: (day: Day, reason: string) => void): Row[] {
  const isAscending = rows.every((row, i) => i === 0 || row.date > (rows[i - 1] as Row).date)
  const sorted = isAscending
    ? rows
    : rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const unique: Row[] = []
  for (let i = 0; i < sorted.length;) {
    const row = sorted[i] as Row
    const sameDay: Row[] = []
    while (sorted[i]?.date === row.date) sameDay.push(sorted[i++] as Row)
    const pricedRows = sameDay.filter((candidate) => priceColumns.every((name) => candidate[name] > 0))
    const [first] = pricedRows
    if (!first) onOmit(row.date, 'no price')
    else if (pricedRows.some((candidate) => barColumns.some((name) => candidate[name] !== first[name])))
      onOmit(row.date, 'two different rows')
    else unique.push(first)
  }
  return unique
}

/** CSV lines of one symbol with their line numbers in the file. */
export type NumberedLines = Iterable<readonly [line: number, text: string]>

/**
 * Parses bars from CSV lines; `log` receives omitted days.
 *
 * @throws BrokenFile naming file, line and column
 */
export function parseBars(
  lines: NumberedLines,
  columnIndexes: BarColumnIndexes,
  file: string,
  log: (message: string) => void,
): Bars {
  const rows: Row[] = []
  let firstLine = 0
  for (const [line, text] of lines) {
    firstLine ||= line
    if (text !== '' && text !== '\r') rows.push(readRow(text, columnIndexes, file, line))
  }
  const omitted: string[] = []
  const dailyRows = oneRowPerDay(rows, (day, reason) => omitted.push(`${day} (${reason})`))
  if (dailyRows.length === 0) throwBroken(file, firstLine, 'expected at least one bar')
  if (omitted.length > 0)
    log(
      `${file}:${firstLine}: ${omitted.slice(0, 3).join(', ')}${omitted.length > 3 ? ' and more' : ''} omitted`,
    )
  const column = (name: Column) => Float64Array.from(dailyRows, (row) => row[name])
  return {
    date: dailyRows.map((row) => row.date),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}
