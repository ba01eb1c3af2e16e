/** Reads the tables of reference figures. */
import { readFileSync } from 'node:fs'
import type { AmericanTerms } from '#service/analysis/pricing/terms.ts'

const folder = new URL('../../service/analysis/reference/data/', import.meta.url)

/** Cells of one row by column name. */
export type CsvRow = Readonly<Record<string, string>>

/** Reads a CSV file. Lines that begin with `#` are comments. */
export const readRows = (fileName: string): CsvRow[] => {
  const lines = readFileSync(new URL(fileName, folder), 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  const columns = lines[0]!.split(',')
  return lines.slice(1).map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
  })
}

/** Number in a cell; NaN if the cell is empty. */
export const numberIn = (row: CsvRow, column: string): number => {
  const cell = row[column] ?? ''
  return cell === '' ? Number.NaN : Number(cell)
}

/** Terms of the contract in a row. The columns are those of bench/reference/make.py. */
export const termsOf = (row: CsvRow): AmericanTerms => ({
  right: row['type'] === 'call' ? 'call' : 'put',
  spot: numberIn(row, 'S'),
  strike: numberIn(row, 'K'),
  years: numberIn(row, 'days') / 365,
  rate: numberIn(row, 'r'),
  yield: numberIn(row, 'q'),
  volatility: numberIn(row, 'vol'),
  dividends: (row['dividends'] ?? '')
    .split(';')
    .filter((cell) => cell !== '')
    .map((cell) => {
      const [day, amount] = cell.split(':')
      return { years: Number(day) / 365, amount: Number(amount) }
    }),
})
