/* oxlint-disable import/no-nodejs-modules -- for tests only: it reads the recorded data beside the project */
/**
 * Reference values. Those in `oracles/` here are tables of figures that every test may read; the recorded data beside
 * the project is absent on most machines, and a test that wants it says which folder.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** One row of a table: its cells by the names in the first line, empty ones as ''. */
export type ReferenceRow = Readonly<Record<string, string>>

/** A table of `data/`. Lines that begin with # state the origin of its figures. */
export const referenceTable = (name: string): ReferenceRow[] => {
  const text = readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')
  const [head = '', ...lines] = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((column, index) => [column, cells[index] ?? '']))
  })
}

/** The folder of recorded market data. */
export const dataFolder = fileURLToPath(new URL('../../../../shared/market-data/', import.meta.url))
/** Whether these of its folders are there. */
export const hasRecorded = (...folders: string[]): boolean =>
  folders.every((folder) => existsSync(`${dataFolder}${folder}`))

/** All of a file of reference values in the recorded data, parsed; Python's NaN reads as null. */
export const oracle = (name: string): unknown => {
  const bytes = readFileSync(`${dataFolder}oracles/${name}`)
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return JSON.parse(text.replaceAll(/\bNaN\b/g, 'null'))
}

/** The columns of one recorded bars file. */
export const recordedBars = (symbol: string) => {
  const rows = readFileSync(`${dataFolder}bars-2025-08-22_2026-08-21/${symbol}.csv`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  const column = (index: number): Float64Array => Float64Array.from(rows, (row) => Number(row[index]))
  return {
    date: rows.map((row) => row[0]!),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  }
}
