/**
 * Tests that calls of a store report invalidations, and that a transaction reports them after its
 * commit.
 */
import { expect, test, vi } from 'vitest'
import { memoryStore } from './memory/memory.ts'
import { reportInvalidations } from './report-invalidations.ts'
import type { InvalidationEvent } from './invalidation-events.ts'
import { batch, key, now, partner, session } from './store.fixture.ts'

async function setUp() {
  const engine = memoryStore()
  await engine.accounts.add(partner)
  await engine.keys.add(key)
  await engine.sessions.open(session, now, 10)
  const events: InvalidationEvent[] = []
  const store = reportInvalidations(engine)
  store.onInvalidation((event) => void events.push(event))
  return { engine, events, store }
}

test('a transaction reports each kind of invalidation once, after the commit', async () => {
  const { events, store } = await setUp()
  await store.transaction(async ({ keys, sessions, batches }) => {
    await sessions.endAll({ user: 'u' }, now)
    await keys.revoke(key.id, now)
    await keys.replaceSecret(key.id, 'h2', null)
    await batches.publish(batch('b1'))
    expect(events).toEqual([])
  })
  expect(events).toEqual([
    { kind: 'access-ended' },
    { kind: 'batch-published' },
    { kind: 'sessions-ended', ids: ['s1'] },
  ])
})

test('a failed transaction is reported as uncertain if it revoked something', async () => {
  const { events, store } = await setUp()
  const failAfter = (action: 'revoke' | 'read') =>
    store.transaction(async ({ keys }) => {
      if (action === 'revoke') await keys.revoke(key.id, now)
      else await keys.find(key.id)
      throw new Error('transaction failed')
    })
  await expect(failAfter('read')).rejects.toThrow('transaction failed')
  expect(events).toEqual([])
  await expect(failAfter('revoke')).rejects.toThrow('transaction failed')
  expect(events).toEqual([{ kind: 'access-uncertain' }])
})

test('a failed call rejects and is reported as uncertain', async () => {
  const { engine, events, store } = await setUp()
  vi.spyOn(engine.sessions, 'end').mockRejectedValue(new Error('connection lost'))
  await expect(reportInvalidations(engine).sessions.end('s1', now)).rejects.toThrow('connection lost')
  await expect(store.sessions.end('s1', now)).rejects.toThrow('connection lost')
  expect(events).toEqual([{ kind: 'access-uncertain' }])
})

test('a call waits for the listeners; the change counter changes before they are called', async () => {
  const store = memoryStore()
  await store.keys.add(key)
  const before = store.accessVersion()
  const applied = Promise.withResolvers<void>()
  let seenVersion: number | null = before
  const stop = store.onInvalidation(async () => {
    seenVersion = store.accessVersion()
    await applied.promise
  })
  let isDone = false
  const revoked = store.keys.revoke(key.id, now).then(() => (isDone = true))
  await new Promise((resolve) => setTimeout(resolve))
  expect([isDone, seenVersion !== before]).toEqual([false, true])
  applied.resolve()
  await revoked
  stop()
  await store.keys.revoke('pk_other', now)
  expect(isDone).toBe(true)
})
