/** Sessions without an entry, over each store engine: what a process leaves that ends before it has recorded its batch. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { config } from '#service/analysis/config.ts'
import type { Day } from '#service/markets/market.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import {
  emptyTables,
  makeDatabase,
  needsPostgres,
  testServer,
} from '#service/store/postgres/test-database.fixture.ts'
import type { TestDatabase } from '#service/store/postgres/test-database.fixture.ts'
import { postgresStore } from '#service/store/postgres/postgres.ts'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { batch, scanOutcome } from '#service/store/store.fixture.ts'
import type { Store } from '#service/store/store.ts'
import { gapsBetween, nightWithoutEntry } from './missed-nights.ts'
import { callPick, recordOf } from './night.fixture.ts'
import { createSeriesReader } from './series-facts.ts'
import { verifySeries } from './verify.ts'

const series = `test-simulated-v${config.version}`

test('finds the sessions between nights, without holidays', () => {
  // Thanksgiving is no session.
  expect(gapsBetween(['2026-11-20', '2026-11-23', '2026-11-25', '2026-11-30'])).toEqual([
    '2026-11-24',
    '2026-11-27',
  ])
  expect(gapsBetween([])).toEqual([])
})

/** @param reopen closes the store and opens it as the next process does */
function missedNightsSuite(
  name: string,
  open: () => Promise<Store>,
  reopen: (store: Store) => Promise<Store>,
) {
  describe(name, () => {
    let store: Store
    /** New York time of the market's clock. */
    let now: Date
    beforeEach(async () => {
      store = await open()
      return () => store.close()
    })
    const market = {
      status: () => ({ state: 'closed', delayedSeconds: 0, simulated: true, asOf: null }) as const,
      source: () => 'simulated',
      now: () => now,
    }
    const parts = () => {
      const { batches, record, scans } = store
      return { market, batches, record, scans, elapsed: () => 0, clock: () => now.getTime() }
    }
    const missed = async () => (await createSeriesReader(parts())())[0]?.missed
    /** Each process has its own publisher, with the key of the operator. */
    const made = recordOf()
    /** A scan up to the batch, and to the record's entry unless the process ends before it. */
    const scan = async (night: Day, isRecorded = true) => {
      now = new Date(`${night}T23:00:00Z`)
      const published = { ...batch(`b-${night}`), tradingDay: night }
      await store.batches.publish(published)
      await store.scans.keep(scanOutcome({ startedAt: now.getTime() - 1000, endedAt: now.getTime() }))
      const { createPublisher } = await made
      if (isRecorded) await createPublisher(store.record)({ batch: published, picks: [callPick] })
    }

    test('shows the night of a batch that was published without its entry, also after a restart', async () => {
      await scan('2026-11-20')
      expect(await missed()).toEqual([])
      expect(await nightWithoutEntry(parts())).toBeUndefined()
      await scan('2026-11-23', false)
      store = await reopen(store)
      expect(await missed(), 'the entry may still be written').toEqual([])
      now = new Date(now.getTime() + 16 * 60_000)
      expect(await missed()).toEqual(['2026-11-23'])
      expect(await nightWithoutEntry(parts())).toEqual({ series, night: '2026-11-23' })
      await scan('2026-11-24')
      expect(await missed(), 'the gap stays').toEqual(['2026-11-23'])
      expect(await nightWithoutEntry(parts())).toBeUndefined()
      const entries = await store.record.list({ series, limit: 9 })
      const files = await Promise.all(
        entries.map(async ({ night }) => ({ night, text: (await store.record.file(series, night))! })),
      )
      expect(await verifySeries(series, files)).toMatchObject({ gaps: ['2026-11-23'], problems: [] })
    })

    test('shows sessions of which no scan has published, as soon as the next session is complete', async () => {
      await scan('2026-11-20')
      now = new Date('2026-11-23T23:00:00Z')
      expect(await missed(), 'the scan of the last session is still to come').toEqual([])
      now = new Date('2026-11-25T23:00:00Z')
      expect(await missed()).toEqual(['2026-11-23', '2026-11-24'])
    })

    test('shows no gap after the last entry of a series that the service does not continue', async () => {
      await scan('2026-11-20')
      market.source = () => 'Tradier'
      now = new Date('2026-11-25T23:00:00Z')
      expect(await missed()).toEqual([])
      expect(await nightWithoutEntry(parts())).toBeUndefined()
      market.source = () => 'simulated'
    })

    test('an empty record has no gap', async () => {
      await scan('2026-11-20', false)
      expect(await missed()).toBeUndefined()
      expect(await nightWithoutEntry(parts())).toBeUndefined()
    })
  })
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'missed-nights-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let path: string
missedNightsSuite(
  'memory',
  async () => memoryStore(),
  async (store) => store,
)
missedNightsSuite(
  'SQLite',
  async () => sqliteStore((path = join(folder, `${crypto.randomUUID()}.sqlite`))),
  async (store) => {
    await store.close()
    return sqliteStore(path)
  },
)
describe.skipIf(!testServer)(needsPostgres, () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await makeDatabase()
  })
  afterAll(() => database.drop())
  missedNightsSuite(
    'Postgres',
    async () => {
      await emptyTables(database.url)
      return postgresStore({ url: database.url })
    },
    async (store) => {
      await store.close()
      return postgresStore({ url: database.url })
    },
  )
})
