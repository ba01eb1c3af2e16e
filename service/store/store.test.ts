/** One suite over every store. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { silentLog } from '#service/shared/log.ts'
import { guardedStore } from '#service/store/guarded.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { storeSuite } from '#service/store/store.suite.ts'
import { postgresStore } from './postgres/postgres.ts'
import { emptyTables, makeDatabase, needsPostgres, testServer } from './postgres/test-database.fixture.ts'
import type { TestDatabase } from './postgres/test-database.fixture.ts'
import { sqliteStore } from './sqlite/sqlite.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

storeSuite('memory', memoryStore)
storeSuite('guarded', () => guardedStore(memoryStore(), silentLog))
storeSuite('SQLite', () => sqliteStore(join(folder, `${crypto.randomUUID()}.sqlite`)))

describe.skipIf(!testServer)(needsPostgres, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await makeDatabase()
  })
  afterAll(() => database.drop())

  storeSuite('Postgres', async () => {
    await emptyTables(database.url)
    return postgresStore({ url: database.url })
  })
})
