/** A database that a newer version has migrated: which versions work on it, and which steps may expand it. */
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate as migratePostgres, migrations as postgresSteps } from './postgres/migrations.ts'
import { postgresBulkTransfer } from './postgres/postgres-bulk-transfer.ts'
import { postgresState } from './postgres/postgres-state.ts'
import { postgresStore, unlimitedDatabase } from './postgres/postgres.ts'
import { clearDatabase, makeDatabase, needsPostgres, testServer } from './postgres/test-database.fixture.ts'
import type { TestDatabase } from './postgres/test-database.fixture.ts'
import type { BulkTransfer } from './sql/bulk-transfer.ts'
import { contract, expand, requiredStepsOf } from './sql/schema-steps.ts'
import type { SchemaStep } from './sql/schema-steps.ts'
import { migrate as migrateSqlite, migrations as sqliteSteps } from './sqlite/migrations.ts'
import { sqliteBulkTransfer } from './sqlite/sqlite-bulk-transfer.ts'
import { sqliteState } from './sqlite/sqlite-state.ts'
import { sqliteStore } from './sqlite/sqlite.ts'
import { fontFace, key, partner } from './store.fixture.ts'
import type { SchemaState, StoreState } from './store-state.ts'
import type { Store } from './store.ts'

/** Statements after which versions that do not know them still work. */
const expandingStatements: readonly RegExp[] = [
  /^create table \w+ \(/,
  /^create index \w+ on \w+ \(/,
  /^drop index \w+$/,
  /^update \w+ set /,
  // Null, or a default.
  /^alter table \w+ add column "?\w+"? \w+(?: collate "C")?(?: not null default \S+)?$/,
]

const statementsOf = ({ sql: text }: SchemaStep): string[] =>
  text
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '')

/** Statements of an expanding step that may refuse rows, or hide data, of a version that does not know the step. */
const contractingStatements = (step: SchemaStep): string[] =>
  statementsOf(step).filter((statement, _, all) => {
    // A new table has no rows of an older version.
    const table = /^create unique index \w+ on (\w+) /.exec(statement)?.[1]
    const isOnNewTable = all.some((other) => other.startsWith(`create table ${table} (`))
    return !isOnNewTable && !expandingStatements.some((pattern) => pattern.test(statement))
  })

describe.each([
  ['Postgres', postgresSteps],
  ['SQLite', sqliteSteps],
])('the steps of %s', (_, steps) => {
  test.each(steps.map((step, index) => [index + 1, step] as const))(
    'step %i only expands the schema, or is marked as contracting',
    (_number, step) => {
      if (!step.isContracting) expect(contractingStatements(step)).toEqual([])
    },
  )
})

test.each([
  'alter table keys add column colour text not null',
  'alter table keys drop column certificate',
  'alter table keys rename column certificate to thumbprint',
  'alter table keys alter column certificate set not null',
  'alter table keys rename to credentials',
  'create unique index keys_by_hash on keys (secret_hash)',
  'create table a (id text); drop table keys',
  'delete from keys',
])('%s is not expanding', (statements) => {
  expect(contractingStatements(expand(statements))).toHaveLength(1)
})

test('a version must know all steps up to the last contracting one', () => {
  expect(requiredStepsOf([])).toBe(0)
  expect(requiredStepsOf([expand('a'), expand('b')])).toBe(0)
  expect(requiredStepsOf([expand('a'), contract('b'), expand('c')])).toBe(2)
})

/** A database, as this version and a newer one use it. */
type Engine = {
  readonly steps: readonly SchemaStep[]
  /** Migrates the database as a version with these steps. */
  readonly migrate: (steps: readonly SchemaStep[]) => Promise<SchemaState>
  /** Opens the store of this version. */
  readonly open: (onNewerSchema: (schema: SchemaState) => void) => Promise<Store>
  readonly state: () => Promise<StoreState>
  readonly transfer: () => BulkTransfer
}

/** Registers the tests. `engine` returns an empty database. */
function newerSchemaSuite(name: string, engine: () => Engine | Promise<Engine>): void {
  describe(`${name}, migrated by a newer version`, () => {
    const newer = [
      expand('alter table keys add column colour text'),
      expand("alter table partners add column tier text not null default 'basic'"),
      expand('create table colours (name text)'),
    ]

    test('is used without a change if the newer version has only expanded it', async () => {
      const { steps, migrate, open, state } = await engine()
      await migrate([...steps, ...newer])
      const onNewerSchema = vi.fn()
      const store = await open(onNewerSchema)
      const appliedSteps = steps.length + newer.length
      const schema = { appliedSteps, knownSteps: steps.length, requiredSteps: 0 }
      expect(onNewerSchema.mock.calls).toEqual([[schema]])
      await store.accounts.add(partner)
      await store.keys.add(key)
      await store.fonts.add(fontFace)
      expect(await store.keys.find(key.id)).toEqual(key)
      expect(await store.accounts.list()).toEqual([partner])
      await store.close()
      expect(await state()).toMatchObject({ ...schema, hasKeys: true })
    })

    test('is refused, and stays as it is, if the newer version has contracted it', async () => {
      const { steps, migrate, open, state } = await engine()
      const contracted = [...steps, expand('create table a (id text)'), contract('drop table usage')]
      await migrate([...contracted, ...newer])
      const onNewerSchema = vi.fn()
      const [applied, required] = [steps.length + 5, steps.length + 2]
      await expect(open(onNewerSchema)).rejects.toThrow(
        `the database is of a newer version (step ${applied}) than this service (step ${steps.length}), and works only with versions that know step ${required}`,
      )
      expect(onNewerSchema).not.toHaveBeenCalled()
      expect(await state()).toMatchObject({ appliedSteps: applied, requiredSteps: required })
      await migrate(contracted)
      expect(await state()).toMatchObject({ appliedSteps: applied, requiredSteps: required })
    })

    test('is not read as a whole: a backup would lack the new tables', async () => {
      const { steps, migrate, transfer } = await engine()
      await migrate([...steps, ...newer])
      await expect(transfer().read(async () => {})).rejects.toThrow('use the command of the newer version')
    })

    test('calls nothing for a database of this version, or of an older one', async () => {
      const { steps, migrate, open, state } = await engine()
      const onNewerSchema = vi.fn()
      await migrate(steps.slice(0, -1))
      await (await open(onNewerSchema)).close()
      await (await open(onNewerSchema)).close()
      expect(onNewerSchema).not.toHaveBeenCalled()
      expect(await state()).toMatchObject({ appliedSteps: steps.length, requiredSteps: 0 })
    })

    test('without a number of required steps needs all applied ones, as before version 1.5.0', async () => {
      const { steps, migrate, open, transfer } = await engine()
      await migrate([...steps, ...newer])
      await transfer().withoutMigration(async (change) => {
        await change.schema.dropTable('schema_step').execute()
        if (name !== 'Postgres') return
        await change.schema.createTable('schema_step').addColumn('step', 'bigint').execute()
        await sql`insert into schema_step values (${steps.length + newer.length})`.execute(change)
      })
      await expect(open(() => {})).rejects.toThrow('of a newer version')
    })
  })
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'schema-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

newerSchemaSuite('SQLite', () => {
  const path = join(folder, `${crypto.randomUUID()}.sqlite`)
  return {
    steps: sqliteSteps,
    async migrate(steps) {
      const database = new DatabaseSync(path)
      try {
        return migrateSqlite(database, steps)
      } finally {
        database.close()
      }
    },
    open: async (onNewerSchema) => sqliteStore(path, 'simulated', { onNewerSchema }),
    state: async () => sqliteState(path),
    transfer: () => sqliteBulkTransfer(path),
  }
})

describe.skipIf(!testServer)(needsPostgres, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await makeDatabase()
  })
  afterAll(() => database.drop())

  newerSchemaSuite('Postgres', async () => {
    await clearDatabase(database.url)
    return {
      steps: postgresSteps,
      async migrate(steps) {
        const db = unlimitedDatabase(database.url)
        try {
          return await migratePostgres(db, steps)
        } finally {
          await db.destroy()
        }
      },
      open: (onNewerSchema) => postgresStore({ url: database.url, onNewerSchema }),
      state: () => postgresState(database.url),
      transfer: () => postgresBulkTransfer(database.url),
    }
  })
})
