/** The tables of reference figures, as the analysis takes their rows. */
import { readFileSync } from 'node:fs'
import type { AmericanTerms } from '#service/analysis/pricing/terms.ts'

const folder = new URL('../../service/analysis/reference/data/', import.meta.url)

/** One row: its cells by the names in the first line that is no comment. */
export type CsvRow = Readonly<Record<string, string>>

export const rowsOf = (name: string): CsvRow[] => {
  const lines = readFileSync(new URL(name, folder), 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  const names = lines[0]!.split(',')
  return lines.slice(1).map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((column, at) => [column, cells[at] ?? '']))
  })
}

/** A cell that holds a number; NaN where it is empty. */
export const numberIn = (row: CsvRow, name: string): number => {
  const cell = row[name] ?? ''
  return cell === '' ? Number.NaN : Number(cell)
}

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
