/** Reads every row of a database as the lines of an archive. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#service/store/sql/tables.ts'
import { archiveFormat, createTableCounter } from './lines.ts'
import type { Line, Value } from './lines.ts'
import { archivedTables, generatedColumns, orderOf } from './table-order.ts'
import type { TableName } from './table-order.ts'

/** Rows read in one statement. A font's file takes up to 270 kB. */
const maxRows = (table: TableName) => (table === 'font_faces' ? 20 : 500)

/** The columns of each table. */
export type TableColumns = ReadonlyMap<TableName, readonly string[]>

/**
 * Yields the lines of an archive. `db` must be a consistent snapshot: without concurrent writes, or in a
 * snapshot transaction. `columns`: the columns to read; default: all.
 */
export async function* dump(db: Kysely<Tables>, columns?: TableColumns): AsyncGenerator<Line> {
  const check = await db.selectFrom('pepper_check').select('value').executeTakeFirst()
  yield {
    kind: 'header',
    format: archiveFormat,
    made: new Date().toISOString(),
    pepperCheck: check?.value ?? null,
  }
  const columnsByTable = columns ?? (await columnsOf(db))
  for (const [table, names] of columnsByTable) {
    const counter = createTableCounter(table)
    yield { kind: 'table', table, columns: names }
    for await (const values of rowsOf(db, table, names)) {
      counter.add(values)
      yield { kind: 'row', values }
    }
    yield counter.totals()
  }
  yield { kind: 'whole', tables: columnsByTable.size }
}

/** The columns of each table, sorted, without numbers that the engine generates. */
export async function columnsOf(db: Kysely<Tables>): Promise<TableColumns> {
  const tables = await db.introspection.getTables()
  return new Map(
    archivedTables.map((table) => {
      const columns = tables.find(({ name }) => name === table)?.columns ?? []
      return [
        table,
        columns
          .map(({ name }) => name)
          .filter((name) => !generatedColumns.includes(name))
          .toSorted(),
      ]
    }),
  )
}

async function* rowsOf(
  db: Kysely<Tables>,
  table: TableName,
  columns: readonly string[],
): AsyncGenerator<readonly Value[]> {
  const order = orderOf(table)
  const columnRefs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const selected = columnRefs([...new Set([...columns, ...order])])
  const rowsPerQuery = maxRows(table)
  let condition = sql``
  for (;;) {
    const { rows } = await sql<Record<string, Value>>`
      select ${selected} from ${sql.table(table)} ${condition} order by ${columnRefs(order)} limit ${sql.lit(rowsPerQuery)}`.execute(
      db,
    )
    for (const row of rows) yield columns.map((name) => row[name] ?? null)
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < rowsPerQuery) return
    condition = sql`where (${columnRefs(order)}) > (${sql.join(order.map((name) => lastRow[name]))})`
  }
}
