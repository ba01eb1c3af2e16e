import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from './migrations.ts'
import { postgresState } from './postgres-state.ts'
import { unlimitedDatabase } from './postgres.ts'
import { makeDatabase, needsPostgres, runSql, testServer } from './test-database.fixture.ts'
import type { TestDatabase } from './test-database.fixture.ts'

describe.skipIf(!testServer)(`the state of a database (${needsPostgres})`, () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await makeDatabase()
  })
  afterEach(() => database.drop())

  test('is read from an empty database, which stays empty', async () => {
    const state = await postgresState(database.url)
    expect(state).toMatchObject({ appliedSteps: 0, pepperCheck: null, hasKeys: false })
    expect(state.knownSteps).toBeGreaterThan(5)
    expect(await runSql("select 1 from pg_tables where schemaname = 'public'", database.url)).toEqual([])
  })

  test('has the applied steps, the check value of the pepper and whether there are keys', async () => {
    const db = unlimitedDatabase(database.url)
    await migrate(db)
    await db.destroy()
    await runSql("insert into pepper_check (id, value) values (1, 'check')", database.url)
    const { appliedSteps, knownSteps, ...rest } = await postgresState(database.url)
    expect(appliedSteps).toBe(knownSteps)
    expect(rest).toEqual({ requiredSteps: 0, pepperCheck: 'check', hasKeys: false })
  })
})
