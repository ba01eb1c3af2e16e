/** Loads the lines of an archive into an empty database and verifies the result. */
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#service/store/sql/tables.ts'
import { columnsOf, dump } from './dump.ts'
import { readTableTotals } from './lines.ts'
import type { Line, TableTotals, Value } from './lines.ts'
import { archivedTables } from './table-order.ts'
import type { TableName } from './table-order.ts'

/** Rows, and characters, written in one statement. */
const [rowsPerInsert, charsPerInsert] = [500, 4 << 20]

/**
 * Fills the tables and reads them back in the caller's transaction: commit if this resolves, roll back if it
 * rejects. `lines` must come from `verifyLines`.
 *
 * @returns the number of rows read back, by table
 * @throws Error if a table is not empty, lacks a column of the archive, or does not read back as written
 */
export async function load(
  transaction: Transaction<Tables>,
  lines: AsyncIterable<Line>,
): Promise<readonly TableTotals[]> {
  await requireEmpty(transaction)
  const existingColumns = await columnsOf(transaction)
  const columnsByTable = new Map<TableName, readonly string[]>()
  const expected: TableTotals[] = []
  let writer = createRowWriter(transaction)
  for await (const line of lines) {
    if (line.kind === 'header' && line.pepperCheck !== null)
      await replacePepperCheck(transaction, line.pepperCheck)
    if (line.kind === 'table') {
      const unknownColumn = line.columns.find((name) => !existingColumns.get(line.table)?.includes(name))
      if (unknownColumn !== undefined)
        throw new Error(
          `the archive is of a newer version: ${line.table}.${unknownColumn} is unknown in this version`,
        )
      columnsByTable.set(line.table, line.columns)
      writer = createRowWriter(transaction, line.table, line.columns)
    }
    if (line.kind === 'row') await writer.add(line.values)
    if (line.kind === 'end') {
      await writer.flush()
      expected.push(line)
    }
  }
  const readBack = await readTableTotals(dump(transaction, columnsByTable))
  for (const [index, { table, rows: count, sha256 }] of expected.entries())
    if (readBack[index]?.sha256 !== sha256 || readBack[index].rows !== count)
      throw new Error(
        `${table} does not read back as written: ${count} rows were written, ${readBack[index]?.rows} were read`,
      )
  return readBack
}

/** @throws Error naming the first table that has rows */
export async function requireEmpty(db: Kysely<Tables>): Promise<void> {
  for (const table of archivedTables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0)
      throw new Error(`it is not empty (${table} has rows), and only an empty store can be filled`)
  }
}

/** Replaces the pepper's check value of the empty store, which has no secrets yet, with that of the archive. */
async function replacePepperCheck(transaction: Transaction<Tables>, value: string): Promise<void> {
  await transaction.deleteFrom('pepper_check').execute()
  await transaction.insertInto('pepper_check').values({ id: 1, value }).execute()
}

function createRowWriter(
  transaction: Transaction<Tables>,
  table?: TableName,
  columns: readonly string[] = [],
) {
  let pending: (readonly Value[])[] = []
  let pendingChars = 0
  const flush = async () => {
    if (!table || pending.length === 0) return
    const names = sql.join(columns.map((name) => sql.ref(name)))
    const tuples = sql.join(pending.map((values) => sql`(${sql.join(values)})`))
    await sql`insert into ${sql.table(table)} (${names}) values ${tuples}`.execute(transaction)
    pending = []
    pendingChars = 0
  }
  return {
    flush,
    async add(values: readonly Value[]) {
      pending.push(values)
      for (const value of values) if (typeof value === 'string') pendingChars += value.length
      if (pending.length >= rowsPerInsert || pendingChars >= charsPerInsert) await flush()
    },
  }
}
