/** Runs the suite of all stores over each implementation. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { silentLog } from '#service/shared/log.ts'
import { localInvalidations } from './invalidation-events.ts'
import { memoryStore } from './memory/memory.ts'
import { serviceStore } from './service-store.ts'
import type { Session, SessionRepository } from './sessions.ts'
import { storeSuite } from './store.suite.ts'
import { postgresStore } from './postgres/postgres.ts'
import { emptyTables, makeDatabase, needsPostgres, testServer } from './postgres/test-database.fixture.ts'
import type { TestDatabase } from './postgres/test-database.fixture.ts'
import { sqliteStore } from './sqlite/sqlite.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The session without `verifiedAt`, which the cache adds. */
function withoutVerifiedAt(session: (Session & { verifiedAt?: number }) | undefined): Session | undefined {
  const { verifiedAt: _, ...plain } = session ?? {}
  return session && (plain as Session)
}

storeSuite('memory', memoryStore)
storeSuite('composed', () => {
  const parts = { store: memoryStore(), invalidations: localInvalidations(), log: silentLog }
  const { store } = serviceStore({ ...parts, elapsed: () => performance.now() })
  const { sessions } = store
  const plain: SessionRepository = {
    ...sessions,
    byCookie: async (hash, now) => withoutVerifiedAt(await sessions.byCookie(hash, now)),
    byToken: async (hash, now) => withoutVerifiedAt(await sessions.byToken(hash, now)),
  }
  return { ...store, sessions: plain }
})
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
