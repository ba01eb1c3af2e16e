/** Connections of sessions that others end: found soon, and without asking the store for what cannot have changed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionConnections } from './session-connections.ts'
import type { SessionMember } from './session-connections.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function setUp() {
  const over = new Set<string>()
  const asked: (readonly string[])[] = []
  const state = { version: 1 as number | null, fails: false, hangs: false }
  let suspect: () => Promise<void> = async () => {}
  const warnings: string[] = []
  const connections = createSessionConnections({
    access: {
      async liveSessions(ids) {
        asked.push(ids)
        if (state.hangs) return new Promise(() => {})
        if (state.fails) throw new Error('the store is down')
        return new Set(ids.filter((id) => !over.has(id)))
      },
      onSessionEnded: () => () => {},
      onAccessEnded(listener) {
        suspect = listener
        return () => {}
      },
    },
    store: { accessVersion: () => state.version },
    elapsed: () => Date.now(),
    log: (_level, event) => void warnings.push(event),
  })
  const ended: string[] = []
  const closed: [string, number][] = []
  const join = (id: string, verifiedAt = Date.now()) => {
    const member: SessionMember = {
      close: (code) => {
        closed.push([id, code])
        connections.remove(id, member)
      },
      sessionEnded: () => {
        ended.push(id)
        connections.remove(id, member)
      },
    }
    connections.add({ id, verifiedAt }, member)
  }
  return {
    over,
    asked: () => asked.splice(0).flat(),
    calls: asked,
    state,
    ended,
    closed,
    join,
    warnings,
    suspect: () => suspect(),
  }
}

test('the store is asked once about who is new, and about all when something has been revoked', async () => {
  const { over, asked, state, ended, join } = setUp()
  join('one')
  join('two')
  await pass(2000)
  expect(asked()).toEqual(['one', 'two'])
  await pass(20_000)
  expect(asked(), 'nothing has changed').toEqual([])

  join('three')
  await pass(2000)
  expect(asked()).toEqual(['three'])

  over.add('two')
  state.version = 2
  await pass(2000)
  expect(asked()).toEqual(['one', 'two', 'three'])
  expect(ended).toEqual(['two'])
  await pass(10_000)
  expect(asked()).toEqual([])
})

test('a session that ended between its recognition and its feed is found though nothing changes any more', async () => {
  const { over, ended, join } = setUp()
  join('one')
  await pass(4000)
  over.add('late')
  join('late')
  await pass(2000)
  expect(ended).toEqual(['late'])
})

test('where nobody vouches that nothing has changed, all are asked about every two seconds', async () => {
  const { asked, state, join } = setUp()
  state.version = null
  join('one')
  await pass(6000)
  expect(asked()).toEqual(['one', 'one', 'one'])
})

test('a store that did not answer is asked again about all', async () => {
  const { over, asked, state, ended, join, warnings } = setUp()
  join('one')
  await pass(2000)
  state.fails = true
  state.version = 2
  over.add('one')
  await pass(2000)
  expect([warnings, ended]).toEqual([['feed-session-check-failed'], []])
  asked()
  state.fails = false
  await pass(2000)
  expect([asked(), ended]).toEqual([['one'], ['one']])
  expect(vi.getTimerCount(), 'no timer without connections').toBe(0)
})

test('though nothing changes the store is asked about each every half a minute', async () => {
  const { asked, join } = setUp()
  join('one')
  await pass(2000)
  asked()
  await pass(29_000)
  expect(asked()).toEqual([])
  await pass(1000)
  expect(asked()).toEqual(['one'])
})

/** Whether or not the store's change counter is available. */
test.each([null, 1])(
  'where the store cannot say for a minute, connections are asked to come back later (its version: %s)',
  async (version) => {
    const { state, join, closed } = setUp()
    join('one')
    await pass(2000)
    state.fails = true
    state.version = version
    await pass(54_000)
    // Admitted from cached data half a minute old, and almost a minute old.
    join('two', Date.now() - 30_000)
    join('three', Date.now() - 57_000)
    expect(closed).toEqual([])
    await pass(2000)
    expect(closed, 'before they are unverified for a minute').toEqual([['three', 1001]])
    await pass(2000)
    expect(closed).toEqual([
      ['three', 1001],
      ['one', 1001],
    ])
    await pass(26_000)
    expect(closed.at(-1)).toEqual(['two', 1001])
  },
)

test('a store that leaves the question open keeps no connection open longer', async () => {
  const { state, join, closed } = setUp()
  join('one')
  await pass(2000)
  state.hangs = true
  await pass(58_000)
  expect(closed).toEqual([['one', 1001]])
})

test('thousands are asked about in parts', async () => {
  const { calls, join } = setUp()
  for (let at = 0; at < 1800; at++) join(`session-${at}`)
  await pass(3000)
  expect(calls.map(({ length }) => length)).toEqual([500, 500, 500, 300])
})

test('who says that a key was revoked waits until its connections are closed, whatever is being asked already', async () => {
  const { over, ended, join, suspect } = setUp()
  join('one')
  await pass(2000)
  const early = suspect()
  over.add('one')
  const late = suspect()
  await Promise.all([early, late])
  expect(ended).toEqual(['one'])
})
