/** Tests which store data is cached, and which is not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { sqliteStore } from './sqlite/sqlite.ts'
import { memoryStore } from './memory/memory.ts'
import { cachingStore } from './caching.ts'
import { batch, key, now, partner, session } from './store.fixture.ts'
import type { Store } from './store.ts'

let folder: string
let elapsed: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'caching-'))
  elapsed = 1000
})
afterEach(() => rmSync(folder, { recursive: true }))

/** An engine, and the same database as the operator's process opens it. */
const stores: Record<string, () => { engine: Store; operator: Store }> = {
  memory: () => {
    const engine = memoryStore()
    return { engine, operator: engine }
  },
  SQLite: () => {
    const path = join(folder, 'store.sqlite')
    return { engine: sqliteStore(path), operator: sqliteStore(path) }
  },
}

describe.each(Object.entries(stores))('over %s', (_, open) => {
  const setUp = async () => {
    const { engine, operator } = open()
    await engine.accounts.add(partner)
    await engine.keys.add(key)
    await engine.sessions.open(session, now, 10)
    await engine.batches.publish(batch('b1'))
    const find = vi.spyOn(engine.keys, 'find')
    const byCookie = vi.spyOn(engine.sessions, 'byCookie')
    return { operator, find, byCookie, store: cachingStore(engine, () => elapsed).store }
  }

  test('the store is queried once a minute as long as nothing is invalidated', async () => {
    const { store, find, byCookie } = await setUp()
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await store.keys.find(key.id))?.id).toBe(key.id)
      expect((await store.sessions.byCookie(session.cookieHash, now))?.id).toBe(session.id)
    }
    expect([find.mock.calls.length, byCookie.mock.calls.length]).toEqual([1, 1])
    elapsed += 60_000
    await store.keys.find(key.id)
    expect(find, 'again after a minute').toHaveBeenCalledTimes(2)
  })

  test('a revocation by any process takes effect on the next request', async () => {
    const { store, operator } = await setUp()
    await store.keys.find(key.id)
    await store.sessions.byCookie(session.cookieHash, now)
    await operator.keys.revoke(key.id, now)
    expect((await store.keys.find(key.id))?.revokedAt).toBe(now)
    expect(await store.sessions.byCookie(session.cookieHash, now)).toBeUndefined()
  })

  test('a cached session is not returned after its expiry', async () => {
    const { store } = await setUp()
    expect(await store.sessions.byToken(session.tokenHash, session.expiresAt - 1)).toBeDefined()
    expect(await store.sessions.byToken(session.tokenHash, session.expiresAt)).toBeUndefined()
  })

  test('a promotion by any process takes effect on the next request, and one query a minute is enough', async () => {
    const { engine, operator } = open()
    const { releaseStates } = cachingStore(engine, () => elapsed)
    const list = vi.spyOn(engine.releases, 'list')
    expect([await releaseStates(), await releaseStates()]).toEqual([[], []])
    expect(list).toHaveBeenCalledTimes(1)
    const promoted = { version: '1.3.0', promotedAt: now, withdrawal: null }
    await operator.releases.put(promoted)
    expect(await releaseStates()).toEqual([promoted])
  })

  test('a new batch of any process is served at once', async () => {
    const { store, operator } = await setUp()
    expect((await store.batches.latest())?.id).toBe('b1')
    await operator.batches.publish(batch('b2'))
    expect((await store.batches.latest())?.id).toBe('b2')
    await store.batches.publish(batch('b3'))
    expect((await store.batches.latest())?.id).toBe('b3')
    expect((await operator.batches.rollback('b2'))?.id).toBe('b2')
    expect((await store.batches.latest())?.id).toBe('b2')
  })

  test('missing records are not cached', async () => {
    const { store, operator } = await setUp()
    expect(await store.keys.find('pk_other')).toBeUndefined()
    await operator.keys.add({ ...key, id: 'pk_other' })
    expect((await store.keys.find('pk_other'))?.id).toBe('pk_other')
  })
})

describe('sessions that end on another node', () => {
  const secondSession = { ...session, id: 's2', cookieHash: 'c2', tokenHash: 'wt2', user: 'u2' }
  /** One of several nodes: its change counter does not reflect ended sessions. */
  const setUp = async () => {
    const memory = memoryStore()
    await memory.accounts.add(partner)
    await memory.keys.add(key)
    for (const opened of [session, secondSession]) await memory.sessions.open(opened, now, 10)
    const byCookie = vi.spyOn(memory.sessions, 'byCookie')
    const node = cachingStore({ ...memory, accessVersion: () => 1 }, () => elapsed)
    const find = (hash: string) => node.staleIfError.sessions.byCookie(hash, now)
    return { memory, byCookie, node, find }
  }

  test('only the named sessions are evicted', async () => {
    const { memory, byCookie, node, find } = await setUp()
    for (const hash of ['c1', 'c2']) await find(hash)
    await memory.sessions.end('s1', now)
    node.invalidate({ kind: 'sessions-ended', ids: ['s1'] })
    expect((await find('c2'))?.id).toBe('s2')
    expect(byCookie).toHaveBeenCalledTimes(2)
    expect(await find('c1')).toBeUndefined()
    expect(byCookie).toHaveBeenCalledTimes(3)
  })

  test('a session that ends during its query is not cached', async () => {
    const { byCookie, node, find } = await setUp()
    const pending = Promise.withResolvers<typeof session>()
    byCookie.mockReturnValueOnce(pending.promise)
    const lookup = find('c1')
    node.invalidate({ kind: 'sessions-ended', ids: ['s1'] })
    pending.resolve(session)
    await lookup
    await find('c1')
    expect(byCookie).toHaveBeenCalledTimes(2)
  })

  test('beyond 20,000 ended sessions, all cached data is invalidated', async () => {
    const { byCookie, node, find } = await setUp()
    await find('c2')
    node.invalidate({
      kind: 'sessions-ended',
      ids: Array.from({ length: 20_000 }, (_, index) => `e${index}`),
    })
    await find('c2')
    expect(byCookie).toHaveBeenCalledTimes(1)
    node.invalidate({ kind: 'sessions-ended', ids: ['e20000'] })
    await find('c2')
    expect(byCookie).toHaveBeenCalledTimes(2)
  })
})

describe('a batch published on another node', () => {
  /** One of several nodes: its change counter does not reflect batches. */
  const setUp = async () => {
    const memory = memoryStore()
    await memory.keys.add(key)
    await memory.batches.publish(batch('b1'))
    const find = vi.spyOn(memory.keys, 'find')
    const node = cachingStore({ ...memory, accessVersion: () => 1 }, () => elapsed)
    const latest = async () => (await node.publishedBatches.latest())?.id
    return { memory, find, node, latest }
  }
  const published = { kind: 'batch-published' } as const

  test('it is served after the event, as after a rollback, and cached keys stay valid', async () => {
    const { memory, find, node, latest } = await setUp()
    await node.staleIfError.keys.find(key.id)
    expect(await latest()).toBe('b1')
    await memory.batches.publish(batch('b2'))
    node.invalidate(published)
    expect(await latest()).toBe('b2')
    elapsed += 1
    expect(await latest()).toBe('b2')
    await memory.batches.rollback()
    node.invalidate(published)
    expect(await latest()).toBe('b1')
    await node.staleIfError.keys.find(key.id)
    expect(find).toHaveBeenCalledTimes(1)
  })

  test('a batch queried before the event is not cached', async () => {
    const { memory, node, latest } = await setUp()
    const [b1, lateResult] = [
      await memory.batches.latest(),
      Promise.withResolvers<ReturnType<typeof batch>>(),
    ]
    vi.spyOn(memory.batches, 'latest').mockReturnValueOnce(lateResult.promise)
    const lookup = latest()
    await memory.batches.publish(batch('b2'))
    node.invalidate(published)
    lateResult.resolve(b1!)
    await lookup
    expect(await latest()).toBe('b2')
  })

  test('the previous batch is served if the store fails', async () => {
    const { memory, node, latest } = await setUp()
    await latest()
    node.invalidate(published)
    vi.spyOn(memory.batches, 'latest').mockRejectedValue(new Problem('unavailable'))
    expect(await latest()).toBe('b1')
  })
})

test('a late result does not replace a newer one', async () => {
  const engine = { ...memoryStore(), accessVersion: () => null }
  const lateResult = Promise.withResolvers<typeof key>()
  vi.spyOn(engine.keys, 'find')
    .mockReturnValueOnce(lateResult.promise)
    .mockResolvedValueOnce({ ...key, secretHash: 'h2' })
    .mockRejectedValue(new Problem('unavailable'))
  const { staleIfError } = cachingStore(engine, () => elapsed)
  const first = staleIfError.keys.find(key.id)
  elapsed += 1
  await staleIfError.keys.find(key.id)
  lateResult.resolve(key)
  await first
  expect((await staleIfError.keys.find(key.id))?.secretHash).toBe('h2')
})

test('the store is queried if no call has reached it for a second', async () => {
  const engine = memoryStore()
  await engine.keys.add(key)
  const find = vi.spyOn(engine.keys, 'find')
  const { store, cachedKey } = cachingStore(engine, () => elapsed)
  await store.keys.find(key.id)
  elapsed += 999
  expect(cachedKey(key.id)?.id).toBe(key.id)
  elapsed += 1
  expect(cachedKey(key.id)).toBeUndefined()
  await store.keys.find(key.id)
  expect(find).toHaveBeenCalledTimes(2)
  expect(cachedKey(key.id)?.id).toBe(key.id)
})

test('without a change counter every call queries the store', async () => {
  const engine = { ...memoryStore(), accessVersion: () => null }
  await engine.keys.add(key)
  const find = vi.spyOn(engine.keys, 'find')
  const { store } = cachingStore(engine, () => elapsed)
  await store.keys.find(key.id)
  await store.keys.find(key.id)
  expect(find).toHaveBeenCalledTimes(2)
})
