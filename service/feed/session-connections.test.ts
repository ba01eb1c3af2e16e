/** Connections of sessions that another process ends are closed soon, with few store queries. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionConnections } from './session-connections.ts'
import type { SessionMember } from './session-connections.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function setUp() {
  const endedIds = new Set<string>()
  const queries: (readonly string[])[] = []
  const state = { version: 1 as number | null, fails: false, hangs: false }
  let onAccessEnded: () => Promise<void> = async () => {}
  const warnings: string[] = []
  const connections = createSessionConnections({
    access: {
      async liveSessions(ids) {
        queries.push(ids)
        if (state.hangs) return new Promise(() => {})
        if (state.fails) throw new Error('the store is down')
        return new Set(ids.filter((id) => !endedIds.has(id)))
      },
      onSessionEnded: () => () => {},
      onAccessEnded(listener) {
        onAccessEnded = listener
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
      closeEnded: () => {
        ended.push(id)
        connections.remove(id, member)
      },
    }
    connections.add({ id, verifiedAt }, member)
  }
  return {
    endedIds,
    takeQueriedIds: () => queries.splice(0).flat(),
    queries,
    state,
    ended,
    closed,
    join,
    warnings,
    suspect: () => onAccessEnded(),
  }
}

test('queries the store once for new sessions, and for all after a revocation', async () => {
  const { endedIds, takeQueriedIds, state, ended, join } = setUp()
  join('one')
  join('two')
  await pass(2000)
  expect(takeQueriedIds()).toEqual(['one', 'two'])
  await pass(20_000)
  expect(takeQueriedIds(), 'nothing has changed').toEqual([])

  join('three')
  await pass(2000)
  expect(takeQueriedIds()).toEqual(['three'])

  endedIds.add('two')
  state.version = 2
  await pass(2000)
  expect(takeQueriedIds()).toEqual(['one', 'two', 'three'])
  expect(ended).toEqual(['two'])
  await pass(10_000)
  expect(takeQueriedIds()).toEqual([])
})

test('detects a session that ended between its recognition and its feed, without further changes', async () => {
  const { endedIds, ended, join } = setUp()
  join('one')
  await pass(4000)
  endedIds.add('late')
  join('late')
  await pass(2000)
  expect(ended).toEqual(['late'])
})

test('verifies all sessions every two seconds if changes are not reported', async () => {
  const { takeQueriedIds, state, join } = setUp()
  state.version = null
  join('one')
  await pass(6000)
  expect(takeQueriedIds()).toEqual(['one', 'one', 'one'])
})

test('verifies all sessions again after a store failure', async () => {
  const { endedIds, takeQueriedIds, state, ended, join, warnings } = setUp()
  join('one')
  await pass(2000)
  state.fails = true
  state.version = 2
  endedIds.add('one')
  await pass(2000)
  expect([warnings, ended]).toEqual([['feed-session-check-failed'], []])
  takeQueriedIds()
  state.fails = false
  await pass(2000)
  expect([takeQueriedIds(), ended]).toEqual([['one'], ['one']])
  expect(vi.getTimerCount(), 'no timer without connections').toBe(0)
})

test('verifies each session every half minute even without changes', async () => {
  const { takeQueriedIds, join } = setUp()
  join('one')
  await pass(2000)
  takeQueriedIds()
  await pass(29_000)
  expect(takeQueriedIds()).toEqual([])
  await pass(1000)
  expect(takeQueriedIds()).toEqual(['one'])
})

/** Whether or not the store's change counter is available. */
test.each([null, 1])(
  'closes connections with a retry after a minute of store failure (change counter: %s)',
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

test('a store that does not respond keeps no connection open longer', async () => {
  const { state, join, closed } = setUp()
  join('one')
  await pass(2000)
  state.hangs = true
  await pass(58_000)
  expect(closed).toEqual([['one', 1001]])
})

test('verifies thousands of sessions in batches', async () => {
  const { queries, join } = setUp()
  for (let index = 0; index < 1800; index++) join(`session-${index}`)
  await pass(3000)
  expect(queries.map(({ length }) => length)).toEqual([500, 500, 500, 300])
})

test('a revocation resolves when its connections are closed, even during another verification', async () => {
  const { endedIds, ended, join, suspect } = setUp()
  join('one')
  await pass(2000)
  const firstCheck = suspect()
  endedIds.add('one')
  const secondCheck = suspect()
  await Promise.all([firstCheck, secondCheck])
  expect(ended).toEqual(['one'])
})
