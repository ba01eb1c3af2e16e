/* oxlint-disable import/no-nodejs-modules -- for tests only: it reads the recorded data beside the project */
/** Reference values and recorded data beside the project, for tests; absent on most machines. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** The folder of recorded market data. */
export const dataFolder = fileURLToPath(new URL('../../../shared/market-data/', import.meta.url))
export const hasData = existsSync(`${dataFolder}oracles`)

/** A file of reference values, parsed; Python's NaN reads as null. */
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
