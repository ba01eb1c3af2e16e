/** What ended by several calls in one step is announced when the step is done. */
import { expect, test, vi } from 'vitest'
import { announcingStore } from './report-invalidations.ts'
import { memoryStore } from './memory/memory.ts'
import { ownNotices } from './invalidation-events.ts'
import type { Notice } from './invalidation-events.ts'
import { batch, key, now, partner, session } from './store.fixture.ts'

async function begin() {
  const memory = memoryStore()
  await memory.accounts.add(partner)
  await memory.keys.add(key)
  await memory.sessions.open(session, now, 10)
  const notices = ownNotices()
  const heard: Notice[] = []
  notices.listen((notice) => void heard.push(notice))
  return { memory, heard, store: announcingStore(memory, notices) }
}

test('once, and not before it is there for all', async () => {
  const { heard, store } = await begin()
  await store.together(async ({ keys, sessions, batches }) => {
    await sessions.endAll({ user: 'u' }, now)
    await keys.revoke(key.id, now)
    await keys.replaceSecret(key.id, 'h2', null)
    await batches.publish(batch('b1'))
    expect(heard).toEqual([])
  })
  expect(heard).toEqual([
    { kind: 'access-ended' },
    { kind: 'batch-published' },
    { kind: 'sessions-ended', ids: ['s1'] },
  ])
})

test('as uncertain where the step failed; where it ended nothing there is nothing to tell', async () => {
  const { memory, heard, store } = await begin()
  const failing = (what: 'end' | 'look') =>
    store.together(async ({ keys }) => {
      if (what === 'end') await keys.revoke(key.id, now)
      else await keys.find(key.id)
      throw new Error('and no more')
    })
  await expect(failing('look')).rejects.toThrow('and no more')
  expect(heard).toEqual([])
  await expect(failing('end')).rejects.toThrow('and no more')
  expect(heard).toEqual([{ kind: 'access-uncertain' }])
  vi.spyOn(memory.sessions, 'end').mockRejectedValue(new Error('away'))
  await expect(announcingStore(memory, ownNotices()).sessions.end('s1', now)).rejects.toThrow('away')
})
