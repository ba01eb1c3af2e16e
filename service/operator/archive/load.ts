/** Loads the lines of an archive into an empty database and verifies the result. */
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#service/store/sql/tables.ts'
import { columnsOf, dump } from './dump.ts'
import { endsOf } from './lines.ts'
import type { Line, TableEnd, Value } from './lines.ts'
import { carriedTables } from './table-order.ts'
import type { TableName } from './table-order.ts'

/** Rows, and characters, written in one statement. */
const [rowsAtOnce, lengthAtOnce] = [500, 4 << 20]

/**
 * Fills the tables and reads them back in the caller's transaction: commit if this resolves, roll back if it
 * rejects. `lines` must come from `checked`.
 *
 * @returns the number of rows read back, by table
 * @throws Error if a table is not empty, has no such column, or does not read back as written
 */
export async function load(
  change: Transaction<Tables>,
  lines: AsyncIterable<Line>,
): Promise<readonly TableEnd[]> {
  await requireEmpty(change)
  const there = await columnsOf(change)
  const given = new Map<TableName, readonly string[]>()
  const expected: TableEnd[] = []
  let rows = rowsInto(change)
  for await (const line of lines) {
    if (line.kind === 'header' && line.pepperCheck !== null) await keepCheck(change, line.pepperCheck)
    if (line.kind === 'table') {
      const unknown = line.columns.find((name) => !there.get(line.table)?.includes(name))
      if (unknown !== undefined)
        throw new Error(`the archive is of a newer version: ${line.table}.${unknown} is not known here`)
      given.set(line.table, line.columns)
      rows = rowsInto(change, line.table, line.columns)
    }
    if (line.kind === 'row') await rows.add(line.values)
    if (line.kind === 'end') {
      await rows.write()
      expected.push(line)
    }
  }
  const found = await endsOf(dump(change, given))
  for (const [at, { table, rows: count, sha256 }] of expected.entries())
    if (found[at]?.sha256 !== sha256 || found[at].rows !== count)
      throw new Error(
        `${table} does not read back as written: ${count} rows were written, ${found[at]?.rows} were read`,
      )
  return found
}

/** @throws Error naming the first table that has rows */
export async function requireEmpty(db: Kysely<Tables>): Promise<void> {
  for (const table of carriedTables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0)
      throw new Error(`it is not empty (${table} has rows), and only an empty store is filled`)
  }
}

/** Replaces the check value of the empty store, which has no secrets yet, with that of the archive. */
async function keepCheck(change: Transaction<Tables>, value: string): Promise<void> {
  await change.deleteFrom('pepper_check').execute()
  await change.insertInto('pepper_check').values({ id: 1, value }).execute()
}

function rowsInto(change: Transaction<Tables>, table?: TableName, columns: readonly string[] = []) {
  let waiting: (readonly Value[])[] = []
  let length = 0
  const write = async () => {
    if (!table || waiting.length === 0) return
    const names = sql.join(columns.map((name) => sql.ref(name)))
    const tuples = sql.join(waiting.map((values) => sql`(${sql.join(values)})`))
    await sql`insert into ${sql.table(table)} (${names}) values ${tuples}`.execute(change)
    waiting = []
    length = 0
  }
  return {
    write,
    async add(values: readonly Value[]) {
      waiting.push(values)
      for (const value of values) if (typeof value === 'string') length += value.length
      if (waiting.length >= rowsAtOnce || length >= lengthAtOnce) await write()
    },
  }
}
