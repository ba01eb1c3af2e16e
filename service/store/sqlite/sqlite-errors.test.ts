/** A database that was deleted, replaced or damaged under the running service, and what the store says of it. */
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
  folder = mkdtempSync(join(tmpdir(), 'faults-'))
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
  name: 'StoreFault',
  message: 'the database file was removed or replaced: restart the service',
}
const damaged = { name: 'StoreFault', message: 'the database is damaged' }

test('a store that is well says so, to many at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => store.check()))
})

test('no write into a deleted database is acknowledged, and nothing remembered is good any more', async () => {
  rmSync(path)
  await expect(store.sessions.open(session, now, 10)).rejects.toMatchObject(removed)
  await expect(store.keys.revoke(key.id, now)).rejects.toMatchObject(removed)
  await expect(store.check()).rejects.toMatchObject(removed)
  await vi.waitFor(() => expect(store.accessVersion()).toBeNull())
  await expect(store.keys.find(key.id)).rejects.toMatchObject(removed)
})

test('the same of one that was replaced, and of one whose log was deleted, until it is back', async () => {
  renameSync(path, join(folder, 'aside'))
  writeFileSync(path, '')
  await expect(store.keys.revoke(key.id, now)).rejects.toMatchObject(removed)
  renameSync(join(folder, 'aside'), path)
  await store.accounts.addDomain('p_one', 'https://a.com')
  rmSync(`${path}-wal`)
  await expect(store.accounts.addDomain('p_one', 'https://b.com')).rejects.toMatchObject(removed)
})

test('of one that cannot even be looked at nothing remembered is good, and calls fail, until it can be', async () => {
  const aside = join(folder, 'aside')
  renameSync(path, aside)
  symlinkSync(path, path)
  await vi.waitFor(() => expect(store.accessVersion()).toBeNull())
  const unseen = { name: 'StoreFault', message: 'the database file cannot be looked at' }
  await expect(store.keys.find(key.id)).rejects.toMatchObject(unseen)
  await expect(store.check()).rejects.toMatchObject(unseen)
  rmSync(path)
  renameSync(aside, path)
  await expect.poll(() => store.accessVersion()).not.toBeNull()
  await store.keys.revoke(key.id, now)
})

test('a database that is written over is found out', async () => {
  // What is still in the log would be written over it again.
  const admin = new DatabaseSync(path)
  admin.exec('pragma wal_checkpoint(truncate)')
  admin.close()
  const size = statSync(path).size
  writeFileSync(path, Buffer.alloc(size, 'x'), { flag: 'r+' })
  await expect(store.check()).rejects.toMatchObject(damaged)
})

test('damage that no query comes across is found by reading the whole', async () => {
  for (let at = 0; at < 200; at++)
    await store.accounts.add({ ...partner, id: `p_${at}`, name: `${at} `.repeat(500) })
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

test('a lock that stays is told in words', async () => {
  const admin = new DatabaseSync(path)
  admin.exec('begin immediate')
  const check = store.check()
  // Its write is kept out by then; closing ends the waiting.
  await new Promise((done) => setTimeout(done, 100))
  await store.close()
  await expect(check).rejects.toMatchObject({ message: 'another process holds the database locked' })
  admin.close()
})

test('nobody but the owner may read its files, also of a database that was readable before', async () => {
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
