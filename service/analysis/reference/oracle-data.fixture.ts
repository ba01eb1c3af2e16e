/* oxlint-disable import/no-nodejs-modules -- for tests only: reads the recorded data next to the project */
/**
 * Reads reference values. The tables in `data/` are part of the repository. The recorded data next
 * to the project is absent on most machines; tests that need it are skipped there and name its
 * folder in their title.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** One row of a table: its cells by column name; an empty cell is ''. */
export type ReferenceRow = Readonly<Record<string, string>>

/**
 * Reads a table of `data/`. Skips lines that begin with #, which describe the origin of the values.
 */
export const readReferenceTable = (name: string): ReferenceRow[] => {
  const text = readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')
  const [header = '', ...lines] = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  const columnNames = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(columnNames.map((column, index) => [column, cells[index] ?? '']))
  })
}

/** Folder of the recorded market data. */
export const dataFolder = fileURLToPath(new URL('../../../../shared/market-data/', import.meta.url))
/** Whether all of these folders or files of the recorded data exist. */
export const hasRecorded = (...paths: string[]): boolean =>
  paths.every((path) => existsSync(`${dataFolder}${path}`))

/**
 * Reads a JSON file of `oracles/` in the recorded data. Replaces NaN, which Python writes, by null.
 */
export const readOracle = (name: string): unknown => {
  const bytes = readFileSync(`${dataFolder}oracles/${name}`)
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return JSON.parse(text.replaceAll(/\bNaN\b/g, 'null'))
}

/** Reads the recorded bars of a symbol, as columns. */
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
