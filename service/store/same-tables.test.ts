/** Tests that all SQL engines have the same tables and columns. */
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from './postgres/migrations.ts'
import { postgresDatabase } from './postgres/postgres.ts'
import { makeDatabase, needsPostgres, testServer } from './postgres/test-database.fixture.ts'
import type { TestDatabase } from './postgres/test-database.fixture.ts'
import type { Tables } from './sql/tables.ts'
import { withDatabase } from './sqlite/sqlite-bulk-transfer.ts'

/** Primary-key columns without `not null`: SQLite reports them as nullable. */
const primaryKeyColumns = ['id', 'seq', 'version']

/** Engine-specific tables. */
const engineSpecificTables = ['schema_step', 'write_probe']

/** Returns each table's columns, marked `?` if nullable; engine-specific tables are excluded. */
async function columnsByTable(db: Kysely<Tables>): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables()
  return Object.fromEntries(
    tables
      .filter(({ name }) => !engineSpecificTables.includes(name) && !name.startsWith('sqlite_'))
      .map(({ name, columns }): [string, string[]] => [
        name,
        columns
          .filter((column) => column.name !== 'rowid')
          .map(
            (column) =>
              `${column.name}${column.isNullable && !primaryKeyColumns.includes(column.name) ? '?' : ''}`,
          )
          .toSorted(),
      ])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

describe.skipIf(!testServer)(needsPostgres, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await makeDatabase()
  })
  afterAll(() => database.drop())

  test('Postgres and SQLite have the same tables and columns', async () => {
    const postgres = postgresDatabase({ url: database.url })
    await migrate(postgres)
    const tables = await columnsByTable(postgres)
    await postgres.destroy()
    expect(tables).toHaveProperty('sessions')
    expect(tables).toEqual(await withDatabase(':memory:', columnsByTable))
  })
})
