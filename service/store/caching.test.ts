/** What is remembered of a store, and what is not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { memoryStore } from './memory/memory.ts'
import { rememberingStore } from './caching.ts'
import { batch, key, now, partner, session } from './store.fixture.ts'
import type { Store } from './store.ts'

let folder: string
let elapsed: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remembering-'))
  elapsed = 1000
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The store as the service has it, what it asks, and the same store as the operator's process has it. */
const stores: Record<string, () => { plain: Store; operator: Store }> = {
  memory: () => {
    const plain = memoryStore()
    return { plain, operator: plain }
  },
  SQLite: () => {
    const path = join(folder, 'store.sqlite')
    return { plain: sqliteStore(path), operator: sqliteStore(path) }
  },
}

describe.each(Object.entries(stores))('over %s', (_, open) => {
  const begin = async () => {
    const { plain, operator } = open()
    await plain.accounts.add(partner)
    await plain.keys.add(key)
    await plain.sessions.open(session, now, 10)
    await plain.batches.publish(batch('b1'))
    const find = vi.spyOn(plain.keys, 'find')
    const byCookie = vi.spyOn(plain.sessions, 'byCookie')
    return { operator, find, byCookie, store: rememberingStore(plain, () => elapsed).store }
  }

  test('is asked once for as long as nothing ends', async () => {
    const { store, find, byCookie } = await begin()
    for (let asked = 0; asked < 10; asked++) {
      expect((await store.keys.find(key.id))?.id).toBe(key.id)
      expect((await store.sessions.byCookie(session.cookieHash, now))?.id).toBe(session.id)
    }
    expect([find.mock.calls.length, byCookie.mock.calls.length]).toEqual([1, 1])
    elapsed += 60_000
    await store.keys.find(key.id)
    expect(find, 'and once a minute').toHaveBeenCalledTimes(2)
  })

  test('what ends, by whichever process, counts on the next request', async () => {
    const { store, operator } = await begin()
    await store.keys.find(key.id)
    await store.sessions.byCookie(session.cookieHash, now)
    await operator.keys.revoke(key.id, now)
    expect((await store.keys.find(key.id))?.revokedAt).toBe(now)
    expect(await store.sessions.byCookie(session.cookieHash, now)).toBeUndefined()
  })

  test('a session is over by its time, though it is remembered', async () => {
    const { store } = await begin()
    expect(await store.sessions.byToken(session.tokenHash, session.expiresAt - 1)).toBeDefined()
    expect(await store.sessions.byToken(session.tokenHash, session.expiresAt)).toBeUndefined()
  })

  test('another batch is served at once, whoever published it', async () => {
    const { store, operator } = await begin()
    expect((await store.batches.latest())?.id).toBe('b1')
    await operator.batches.publish(batch('b2'))
    expect((await store.batches.latest())?.id).toBe('b2')
    await store.batches.publish(batch('b3'))
    expect((await store.batches.latest())?.id).toBe('b3')
    expect((await operator.batches.rollback('b2'))?.id).toBe('b2')
    expect((await store.batches.latest())?.id).toBe('b2')
  })

  test('what is not there is asked for again', async () => {
    const { store, operator } = await begin()
    expect(await store.keys.find('pk_other')).toBeUndefined()
    await operator.keys.add({ ...key, id: 'pk_other' })
    expect((await store.keys.find('pk_other'))?.id).toBe('pk_other')
  })
})

describe('of sessions that end elsewhere', () => {
  const two = { ...session, id: 's2', cookieHash: 'c2', tokenHash: 'wt2', user: 'u2' }
  /** A node of several: its version does not tell of sessions that end. */
  const begin = async () => {
    const memory = memoryStore()
    await memory.accounts.add(partner)
    await memory.keys.add(key)
    for (const one of [session, two]) await memory.sessions.open(one, now, 10)
    const byCookie = vi.spyOn(memory.sessions, 'byCookie')
    const node = rememberingStore({ ...memory, accessVersion: () => 1 }, () => elapsed)
    const find = (hash: string) => node.lasting.sessions.byCookie(hash, now)
    return { memory, byCookie, node, find }
  }

  test('those are forgotten that are named, and no others', async () => {
    const { memory, byCookie, node, find } = await begin()
    for (const hash of ['c1', 'c2']) await find(hash)
    await memory.sessions.end('s1', now)
    node.noticed({ kind: 'sessions-ended', ids: ['s1'] })
    expect((await find('c2'))?.id).toBe('s2')
    expect(byCookie).toHaveBeenCalledTimes(2)
    expect(await find('c1')).toBeUndefined()
    expect(byCookie).toHaveBeenCalledTimes(3)
  })

  test('one that ended while the store was asked about it is not remembered', async () => {
    const { byCookie, node, find } = await begin()
    const answer = Promise.withResolvers<typeof session>()
    byCookie.mockReturnValueOnce(answer.promise)
    const asked = find('c1')
    node.noticed({ kind: 'sessions-ended', ids: ['s1'] })
    answer.resolve(session)
    await asked
    await find('c1')
    expect(byCookie).toHaveBeenCalledTimes(2)
  })

  test('beyond 20,000 of them everything is asked for again', async () => {
    const { byCookie, node, find } = await begin()
    await find('c2')
    node.noticed({ kind: 'sessions-ended', ids: Array.from({ length: 20_000 }, (_, at) => `e${at}`) })
    await find('c2')
    expect(byCookie).toHaveBeenCalledTimes(1)
    node.noticed({ kind: 'sessions-ended', ids: ['one more'] })
    await find('c2')
    expect(byCookie).toHaveBeenCalledTimes(2)
  })
})

describe('of a batch that is published elsewhere', () => {
  /** A node of several: its version does not tell of batches. */
  const begin = async () => {
    const memory = memoryStore()
    await memory.keys.add(key)
    await memory.batches.publish(batch('b1'))
    const find = vi.spyOn(memory.keys, 'find')
    const node = rememberingStore({ ...memory, accessVersion: () => 1 }, () => elapsed)
    const latest = async () => (await node.lasting.batches.latest())?.id
    return { memory, find, node, latest }
  }
  const published = { kind: 'batch-published' } as const

  test('that one is served from the notice on, one that was rolled back to as well, and no key is doubted', async () => {
    const { memory, find, node, latest } = await begin()
    await node.lasting.keys.find(key.id)
    expect(await latest()).toBe('b1')
    await memory.batches.publish(batch('b2'))
    node.noticed(published)
    expect(await latest()).toBe('b2')
    elapsed += 1
    expect(await latest()).toBe('b2')
    await memory.batches.rollback()
    node.noticed(published)
    expect(await latest()).toBe('b1')
    await node.lasting.keys.find(key.id)
    expect(find).toHaveBeenCalledTimes(1)
  })

  test('the one that was asked for before the notice is not remembered', async () => {
    const { memory, node, latest } = await begin()
    const [b1, late] = [await memory.batches.latest(), Promise.withResolvers<ReturnType<typeof batch>>()]
    vi.spyOn(memory.batches, 'latest').mockReturnValueOnce(late.promise)
    const asked = latest()
    await memory.batches.publish(batch('b2'))
    node.noticed(published)
    late.resolve(b1!)
    await asked
    expect(await latest()).toBe('b2')
  })

  test('the one before stands in where the store does not answer', async () => {
    const { memory, node, latest } = await begin()
    await latest()
    node.noticed(published)
    vi.spyOn(memory.batches, 'latest').mockRejectedValue(new Problem('unavailable'))
    expect(await latest()).toBe('b1')
  })
})

test('a store that answers late does not replace what it said since', async () => {
  const plain = { ...memoryStore(), accessVersion: () => null }
  const late = Promise.withResolvers<typeof key>()
  vi.spyOn(plain.keys, 'find')
    .mockReturnValueOnce(late.promise)
    .mockResolvedValueOnce({ ...key, secretHash: 'h2' })
    .mockRejectedValue(new Problem('unavailable'))
  const { lasting } = rememberingStore(plain, () => elapsed)
  const first = lasting.keys.find(key.id)
  elapsed += 1
  await lasting.keys.find(key.id)
  late.resolve(key)
  await first
  expect((await lasting.keys.find(key.id))?.secretHash).toBe('h2')
})

test('a store that nobody has asked for a second is asked', async () => {
  const plain = memoryStore()
  await plain.keys.add(key)
  const find = vi.spyOn(plain.keys, 'find')
  const { store, knownKey } = rememberingStore(plain, () => elapsed)
  await store.keys.find(key.id)
  elapsed += 999
  expect(knownKey(key.id)?.id).toBe(key.id)
  elapsed += 1
  expect(knownKey(key.id)).toBeUndefined()
  await store.keys.find(key.id)
  expect(find).toHaveBeenCalledTimes(2)
  expect(knownKey(key.id)?.id).toBe(key.id)
})

test('a store that cannot tell what ended is asked every time', async () => {
  const plain = { ...memoryStore(), accessVersion: () => null }
  await plain.keys.add(key)
  const find = vi.spyOn(plain.keys, 'find')
  const { store } = rememberingStore(plain, () => elapsed)
  await store.keys.find(key.id)
  await store.keys.find(key.id)
  expect(find).toHaveBeenCalledTimes(2)
})
