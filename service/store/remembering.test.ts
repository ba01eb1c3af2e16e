/** What is remembered of a store, and what is not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sqliteStore } from '#service/node/store/sqlite/sqlite.ts'
import { memoryStore } from './memory/memory.ts'
import { rememberingStore } from './remembering.ts'
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
    return { operator, find, byCookie, store: rememberingStore(plain, () => elapsed) }
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

test('a store that cannot tell what ended is asked every time', async () => {
  const plain = { ...memoryStore(), accessVersion: () => null }
  await plain.keys.add(key)
  const find = vi.spyOn(plain.keys, 'find')
  const store = rememberingStore(plain, () => elapsed)
  await store.keys.find(key.id)
  await store.keys.find(key.id)
  expect(find).toHaveBeenCalledTimes(2)
})
