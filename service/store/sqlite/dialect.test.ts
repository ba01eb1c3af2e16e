/** Tests of waiting for other calls and other processes, and of the errors of failed calls. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Tables } from '#service/store/sql/tables.ts'
import { openConnection } from './connection.ts'
import type { SqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { migrate } from './migrations.ts'
import { createBusyRetry } from './retry-while-busy.ts'
import { createWriteQueue } from './write-queue.ts'

let folder: string
let reader: SqliteConnection
let writer: SqliteConnection
let otherProcess: DatabaseSync
let isClosing: boolean
let db: Kysely<Tables>
let durable: Kysely<Tables>
let shortTimeout: Kysely<Tables>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialect-'))
  const path = join(folder, 'test.sqlite')
  writer = openConnection(path, () => {})
  migrate(writer.database)
  reader = openConnection(path, () => {})
  for (const connection of [reader, writer]) connection.failWhenBusy()
  isClosing = false
  const engine = {
    reader,
    writer,
    busyRetry: createBusyRetry(() => isClosing),
    writeQueue: createWriteQueue(),
    beforeReading: () => {},
    afterWriting: () => {},
  }
  db = new Kysely<Tables>({ dialect: sqliteDialect(engine, 'normal') })
  durable = new Kysely<Tables>({ dialect: sqliteDialect(engine, 'full') })
  shortTimeout = new Kysely<Tables>({
    dialect: sqliteDialect(engine, 'normal', { timeoutMs: 20, isFirst: false }),
  })
  otherProcess = new DatabaseSync(path)
})
afterEach(() => {
  otherProcess.close()
  reader.close()
  writer.close()
  rmSync(folder, { recursive: true })
})

const add = (id: string, database = db) =>
  database.insertInto('partners').values({ id, name: id, settings: '{}', created_at: 0 }).execute()
const names = async () =>
  (await db.selectFrom('partners').select('name').orderBy('id').execute()).map(({ name }) => name)
const isPending = async (call: Promise<unknown>) =>
  (await Promise.race([
    call.then(() => 'done'),
    new Promise((resolve) => setTimeout(resolve, 60, 'pending')),
  ])) === 'pending'

test('while another process holds the lock, reads succeed and writes wait without blocking the event loop', async () => {
  await add('a')
  otherProcess.exec('begin immediate')
  const singleWrite = add('b')
  const transaction = db.transaction().execute((change) => add('c', change))
  expect(await names()).toEqual(['a'])
  expect(await isPending(Promise.race([singleWrite, transaction]))).toBe(true)
  expect(await names(), 'a waiting write does not block reads').toEqual(['a'])
  otherProcess.exec('commit')
  await Promise.all([singleWrite, transaction])
  expect(await names()).toEqual(['a', 'b', 'c'])
})

test('a read does not wait for an open transaction, and does not see its writes', async () => {
  let proceed!: () => void
  const released = new Promise<void>((resolve) => (proceed = resolve))
  const transaction = db.transaction().execute(async (change) => {
    await add('a', change)
    await released
    expect(await change.selectFrom('partners').select('id').execute()).toHaveLength(1)
  })
  const laterWrite = add('b')
  await vi.waitFor(() => expect(writer.database.isTransaction).toBe(true))
  expect(await names()).toEqual([])
  proceed()
  await Promise.all([transaction, laterWrite])
  expect(await names()).toEqual(['a', 'b'])
})

test('a blocked write fails as locked after its timeout, or at once if the store is closing', async () => {
  otherProcess.exec('begin immediate')
  await expect(add('a', shortTimeout)).rejects.toMatchObject({ errcode: 5 })
  const write = add('a')
  expect(await isPending(write)).toBe(true)
  isClosing = true
  await expect(write).rejects.toThrow('database is locked')
  otherProcess.exec('commit')
  isClosing = false
  await add('b')
  expect(await names(), 'later writes succeed').toEqual(['b'])
})

test('the timeout of a write starts at its call, and includes the wait for a blocked write', async () => {
  otherProcess.exec('begin immediate')
  const defaultWrite = add('a')
  await expect(add('b', shortTimeout)).rejects.toMatchObject({ errcode: 5, message: 'database is locked' })
  await expect(shortTimeout.transaction().execute((change) => add('c', change))).rejects.toMatchObject({
    errcode: 5,
  })
  const laterWrite = add('d')
  expect(
    await isPending(Promise.race([defaultWrite, laterWrite])),
    'both have the longer default timeout',
  ).toBe(true)
  otherProcess.exec('commit')
  await Promise.all([defaultWrite, laterWrite])
  expect(await names()).toEqual(['a', 'd'])
})

test('a failed transaction throws its original error, not that of the rollback', async () => {
  await add('a')
  const transaction = db.transaction().execute(async (change) => {
    writer.database.exec('pragma max_page_count = 1')
    await change
      .insertInto('partners')
      .values({ id: 'big', name: 'x'.repeat(1_000_000), settings: '{}', created_at: 0 })
      .execute()
  })
  await expect(transaction).rejects.toThrow('database or disk is full')
  const rolledBack = db
    .transaction()
    .execute((change) =>
      sql`insert or rollback into partners (id, name, settings, created_at) values ('a', 'again', '{}', 0)`.execute(
        change,
      ),
    )
  await expect(rolledBack).rejects.toThrow('UNIQUE constraint failed')
  writer.database.exec('pragma max_page_count = 1000000')
  await add('b')
  expect(await names()).toEqual(['a', 'b'])
})

test('a repeated statement is prepared once', async () => {
  const prepare = vi.spyOn(reader.database, 'prepare')
  for (let round = 0; round < 5; round++) await names()
  expect(prepare).toHaveBeenCalledTimes(1)
})

test('only commits of the durable database are synchronous', async () => {
  const synchronousLevel = () =>
    (writer.database.prepare('pragma synchronous').get() as { synchronous: number }).synchronous
  const [normal, full] = [1, 2]
  await add('a')
  expect(synchronousLevel()).toBe(normal)
  await add('b', durable)
  expect(synchronousLevel()).toBe(full)
  await db.transaction().execute(async (change) => {
    await add('c', change)
    expect(synchronousLevel()).toBe(normal)
  })
  await durable.transaction().execute(async (change) => {
    await add('d', change)
    expect(synchronousLevel()).toBe(full)
  })
})
