/**
 * The format of an archive: a header line; for every table its columns, its rows, and a line with their
 * number and checksum; and a last line, whose absence means a truncated file. Independent of the engine.
 */
import { createHash } from 'node:crypto'
import type { TableName } from './table-order.ts'

export type Value = string | number | null

export type Line =
  | {
      readonly kind: 'header'
      readonly format: typeof archiveFormat
      /** ISO 8601 UTC. */
      readonly made: string
      /** Check value of the pepper that hashes the secrets in the archive; null if the store has none. */
      readonly pepperCheck: string | null
    }
  | { readonly kind: 'table'; readonly table: TableName; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly values: readonly Value[] }
  | { readonly kind: 'end'; readonly table: TableName; readonly rows: number; readonly sha256: string }
  | { readonly kind: 'whole'; readonly tables: number }

export type ArchiveHeader = Extract<Line, { kind: 'header' }>
export type TableTotals = Extract<Line, { kind: 'end' }>

export const archiveFormat = 'options-analysis-service archive 1'

/** Counts the rows of a table and computes their checksum. */
export function createTableCounter(table: TableName) {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(values: readonly Value[]): void {
      rows++
      hash.update(`${JSON.stringify(values)}\n`)
    },
    totals: (): TableTotals => ({ kind: 'end', table, rows, sha256: hash.digest('hex') }),
  }
}

/**
 * Passes lines through while counting rows and computing checksums.
 *
 * @throws Error if a row is missing or differs from what was written
 */
export async function* verifyLines(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let counter: ReturnType<typeof createTableCounter> | undefined
  let [hasHeader, isComplete] = [false, false]
  for await (const line of lines) {
    if (!hasHeader && line.kind !== 'header') throw new Error('its first line is missing')
    hasHeader = true
    if (line.kind === 'table') counter = createTableCounter(line.table)
    if (line.kind === 'row') counter?.add(line.values)
    if (line.kind === 'end') {
      const actual = counter?.totals()
      if (actual?.table !== line.table || actual.rows !== line.rows || actual.sha256 !== line.sha256)
        throw new Error(
          `${line.table} differs from what was written: ${line.rows} rows were written, ${actual?.rows ?? 0} were read`,
        )
    }
    isComplete = line.kind === 'whole'
    yield line
  }
  if (!isComplete) throw new Error('it is truncated: its last line is missing')
}

/** Reads all lines. Resolves to the number of rows and the checksum of each table. */
export async function readTableTotals(lines: AsyncIterable<Line>): Promise<readonly TableTotals[]> {
  const totals: TableTotals[] = []
  for await (const line of lines) if (line.kind === 'end') totals.push(line)
  return totals
}
