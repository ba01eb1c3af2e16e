/** Tests of a database file that is deleted, replaced or damaged while the store is open. */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { key, now, partner, session } from '#service/store/store.fixture.ts'
import type { Store } from '#service/store/store.ts'
import { sqliteStore } from './sqlite.ts'

let folder: string
let path: string
let store: Store
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-errors-'))
  path = join(folder, 'service.sqlite')
  store = sqliteStore(path)
  await store.accounts.add(partner)
  await store.keys.add(key)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const removed = {
  name: 'StoreError',
  message: 'the database file was removed or replaced: restart the service',
}
const damaged = { name: 'StoreError', message: 'the database is damaged' }

test('the check of a healthy store succeeds for many concurrent callers', async () => {
  await Promise.all(Array.from({ length: 20 }, () => store.check()))
})

test('no write into a deleted database is acknowledged, and cached data is invalid', async () => {
  rmSync(path)
  await expect(store.sessions.open(session, now, 10)).rejects.toMatchObject(removed)
  await expect(store.keys.revoke(key.id, now)).rejects.toMatchObject(removed)
  await expect(store.check()).rejects.toMatchObject(removed)
  await vi.waitFor(() => expect(store.accessVersion()).toBeNull())
  await expect(store.keys.find(key.id)).rejects.toMatchObject(removed)
})

test('no write into a replaced database, or without its log, is acknowledged', async () => {
  renameSync(path, join(folder, 'aside'))
  writeFileSync(path, '')
  await expect(store.keys.revoke(key.id, now)).rejects.toMatchObject(removed)
  renameSync(join(folder, 'aside'), path)
  await store.accounts.addDomain('p_one', 'https://a.com')
  rmSync(`${path}-wal`)
  await expect(store.accounts.addDomain('p_one', 'https://b.com')).rejects.toMatchObject(removed)
})

test('while the file is inaccessible, cached data is invalid and calls fail', async () => {
  const aside = join(folder, 'aside')
  renameSync(path, aside)
  symlinkSync(path, path)
  await vi.waitFor(() => expect(store.accessVersion()).toBeNull())
  const inaccessible = { name: 'StoreError', message: 'the database file cannot be accessed' }
  await expect(store.keys.find(key.id)).rejects.toMatchObject(inaccessible)
  await expect(store.check()).rejects.toMatchObject(inaccessible)
  rmSync(path)
  renameSync(aside, path)
  await expect.poll(() => store.accessVersion()).not.toBeNull()
  await store.keys.revoke(key.id, now)
})

test('an overwritten database is detected', async () => {
  // Otherwise a checkpoint of the WAL would repair the file.
  const admin = new DatabaseSync(path)
  admin.exec('pragma wal_checkpoint(truncate)')
  admin.close()
  const size = statSync(path).size
  writeFileSync(path, Buffer.alloc(size, 'x'), { flag: 'r+' })
  await expect(store.check()).rejects.toMatchObject(damaged)
})

test('the integrity check finds damage that no query reads', async () => {
  for (let index = 0; index < 200; index++)
    await store.accounts.add({ ...partner, id: `p_${index}`, name: `${index} `.repeat(500) })
  const admin = new DatabaseSync(path)
  admin.exec('pragma wal_checkpoint(full)')
  const pages = statSync(path).size / 4096
  const bytes = readFileSync(path)
  bytes.fill(0xff, Math.floor(pages * 0.7) * 4096, Math.floor(pages * 0.9) * 4096)
  writeFileSync(path, bytes, { flag: 'r+' })
  admin.close()
  await vi.waitFor(async () => expect(store.check()).rejects.toMatchObject(damaged), {
    timeout: 10_000,
    interval: 100,
  })
}, 15_000)

test('a check that another process blocks fails with a message about the lock', async () => {
  const admin = new DatabaseSync(path)
  admin.exec('begin immediate')
  const check = store.check()
  // The write of the check is now blocked by the lock. Closing the store ends the wait.
  await new Promise((resolve) => setTimeout(resolve, 100))
  await store.close()
  await expect(check).rejects.toMatchObject({ message: 'another process holds the database locked' })
  admin.close()
})

test('only the owner may read the files, even if they were readable before', async () => {
  await store.close()
  chmodSync(path, 0o644)
  store = sqliteStore(path)
  await store.accounts.addDomain('p_one', 'https://a.com')
  const modes = readdirSync(folder).map((name) => [
    name,
    (statSync(join(folder, name)).mode & 0o777).toString(8),
  ])
  expect(modes).toEqual([
    ['service.sqlite', '600'],
    ['service.sqlite-shm', '600'],
    ['service.sqlite-wal', '600'],
  ])
})
