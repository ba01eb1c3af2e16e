/**
 * Tests of SQLite beyond the suite of all stores: several processes and several markets on one
 * file.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authToken, batch, key, now, partner, session } from '#service/store/store.fixture.ts'
import { sqliteStore } from './sqlite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('two processes see each other’s writes, which survive a restart', async () => {
  const path = join(folder, 'shared.sqlite')
  const [service, admin] = [sqliteStore(path), sqliteStore(path)]
  await service.accounts.add(partner)
  await admin.keys.add(key)
  await admin.tokens.addAuthToken(authToken)
  await service.batches.publish(batch('b1'))
  expect((await admin.batches.latest())?.id).toBe('b1')
  await admin.batches.publish(batch('b2'))
  expect((await service.batches.latest())?.id).toBe('b2')
  const uses = await Promise.all(
    [service, admin, service, admin].map((store) => store.tokens.consumeAuthToken('at', 'u', now)),
  )
  expect(uses.filter((used) => used !== undefined)).toHaveLength(1)
  await admin.keys.revoke(key.id, now)
  expect((await service.keys.find(key.id))?.revokedAt).toBe(now)
  await Promise.all([service.close(), admin.close()])

  const reopened = sqliteStore(path)
  expect((await reopened.accounts.list()).map(({ name }) => name)).toEqual(['One'])
  expect((await reopened.batches.latest())?.id).toBe('b2')
  await reopened.close()
})

test('any write of another process changes the access version; additions by this process do not', async () => {
  const path = join(folder, 'version.sqlite')
  const [service, admin] = [sqliteStore(path), sqliteStore(path)]
  await service.accounts.add(partner)
  await service.keys.add(key)
  const before = service.accessVersion()
  await service.sessions.open(session, now, 200)
  expect(service.accessVersion()).toBe(before)
  await admin.keys.revoke(key.id, now)
  const after = service.accessVersion()
  expect(after).not.toBe(before)
  expect(service.accessVersion()).toBe(after)
  await Promise.all([service.close(), admin.close()])
  expect(service.accessVersion()).toBeNull()
})

test('concurrent transactions and single statements all succeed', async () => {
  const store = sqliteStore(join(folder, 'busy.sqlite'))
  await store.accounts.add(partner)
  await store.keys.add(key)
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 2
        ? store.sessions.open({ ...session, id: `s${index}`, cookieHash: `c${index}` }, now, 200)
        : store.accounts.addDomain('p_one', `https://d${index}.com`),
    ),
  )
  expect(await store.accounts.domains('p_one')).toHaveLength(15)
  expect(
    (
      await store.sessions.live(
        Array.from({ length: 30 }, (_, index) => `s${index}`),
        now,
      )
    ).size,
  ).toBe(1)
  await store.close()
})

test('batches and volatilities of different markets are separate', async () => {
  const path = join(folder, 'markets.sqlite')
  const [simulated, recorded] = [sqliteStore(path, 'simulated'), sqliteStore(path, 'files:/data')]
  await simulated.batches.publish(batch('b-simulated'))
  await simulated.batches.keepVolatilities('2026-11-19', [{ symbol: 'AAPL', iv30: 0.3 }])
  expect(await recorded.batches.latest()).toBeUndefined()
  expect(await recorded.batches.volatilities('AAPL')).toEqual([])
  await recorded.batches.publish(batch('b-recorded'))
  expect((await simulated.batches.latest())?.id).toBe('b-simulated')
  await Promise.all([simulated.close(), recorded.close()])
})

test('expired rows are deleted on the maintenance thread, with other writes in between', async () => {
  const path = join(folder, 'expired.sqlite')
  const store = sqliteStore(path)
  await store.accounts.add(partner)
  await store.keys.add(key)
  const expiredCount = 20_000
  const admin = new DatabaseSync(path)
  admin.exec(`with recursive numbers(i) as (select 0 union all select i + 1 from numbers where i < ${expiredCount - 1})
    insert into tickets select 'h' || i, 's', i, null from numbers`)
  const running = new AbortController()
  const removal = store.deleteExpired(now).finally(() => running.abort())
  await store.tokens.addTicket({ hash: 'fresh', sessionId: 's1', expiresAt: now })
  let writes = 0
  for (; !running.signal.aborted; writes++) {
    await store.keys.touch(key.id, writes)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await removal
  // A single statement for all rows would have blocked every other writer and, on the main thread, the event
  // loop.
  expect(writes).toBeGreaterThan(expiredCount / 1000)
  expect(admin.prepare('select hash from tickets').all()).toEqual([{ hash: 'fresh' }])
  admin.close()
  await store.close()
})

test('the maintenance thread checkpoints a long write-ahead log', async () => {
  const path = join(folder, 'log.sqlite')
  const store = sqliteStore(path)
  for (let index = 0; index < 12; index++)
    await store.batches.keepPart('scan-1', { part: index, body: 'x'.repeat(500_000) })
  await vi.waitFor(() => expect(statSync(`${path}-wal`).size).toBe(0), { timeout: 5000 })
  expect(await store.batches.parts('scan-1')).toHaveLength(12)
  await store.close()
})

test('while another process holds the lock, the check fails before the queued writes do', async () => {
  const path = join(folder, 'locked.sqlite')
  const store = sqliteStore(path)
  await store.accounts.add(partner)
  const otherProcess = new DatabaseSync(path)
  otherProcess.exec('begin immediate')
  let failedCount = 0
  const writes = Array.from({ length: 12 }, () =>
    store.keys.add(key).catch(() => {
      failedCount++
    }),
  )
  await expect(store.check()).rejects.toMatchObject({
    name: 'StoreError',
    message: 'another process holds the database locked',
  })
  expect(failedCount, 'the queued writes have a longer timeout').toBe(0)
  otherProcess.exec('rollback')
  otherProcess.close()
  await Promise.all(writes)
  expect(failedCount, 'the first write succeeded, its duplicates were rejected').toBe(11)
  await store.check()
  await store.close()
})
