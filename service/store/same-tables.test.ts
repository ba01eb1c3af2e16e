/** All engines have the same tables and columns. */
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from './postgres/migrations.ts'
import { postgresDatabase } from './postgres/postgres.ts'
import { makeDatabase, needsPostgres, testServer } from './postgres/test-database.fixture.ts'
import type { TestDatabase } from './postgres/test-database.fixture.ts'
import type { Tables } from './sql/tables.ts'
import { withDatabase } from './sqlite/whole-sqlite.ts'

/** SQLite reports its implicit keys as nullable. */
const keys = ['id', 'seq']

/** Engine-specific tables. */
const ownTables = ['schema_step', 'write_probe']

/** Tables, their columns and which of these may be null, without Postgres-specific tables. */
async function tablesOf(db: Kysely<Tables>): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables()
  return Object.fromEntries(
    tables
      .filter(({ name }) => !ownTables.includes(name) && !name.startsWith('sqlite_'))
      .map(({ name, columns }): [string, string[]] => [
        name,
        columns
          .filter((column) => column.name !== 'rowid')
          .map((column) => `${column.name}${column.isNullable && !keys.includes(column.name) ? '?' : ''}`)
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

  test('Postgres has the tables of SQLite', async () => {
    const shared = postgresDatabase({ url: database.url })
    await migrate(shared)
    const tables = await tablesOf(shared)
    await shared.destroy()
    expect(tables).toHaveProperty('sessions')
    expect(tables).toEqual(await withDatabase(':memory:', tablesOf))
  })
})
