/**
 * Connections are closed soon after another process has ended their session, with few store
 * queries.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionConnections } from './session-connections.ts'
import type { MemberSession, SessionMember } from './session-connections.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function setUp() {
  const endedInStore = new Set<string>()
  const queries: (readonly string[])[] = []
  const state = { version: 1 as number | null, isFailing: false, isHanging: false }
  let onAccessEnded: () => Promise<void> = async () => {}
  const warnings: string[] = []
  const connections = createSessionConnections({
    access: {
      async liveSessions(ids) {
        queries.push(ids)
        if (state.isHanging) return new Promise(() => {})
        if (state.isFailing) throw new Error('the store is down')
        return new Set(ids.filter((id) => !endedInStore.has(id)))
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
  const closedAsEnded: string[] = []
  const closed: [string, number][] = []
  const connect = (
    id: string,
    verifiedAt = Date.now(),
    environment: MemberSession['environment'] = 'live',
  ) => {
    const member: SessionMember = {
      close: (code) => {
        closed.push([id, code])
        connections.remove(id, member)
      },
      closeSessionEnded: () => {
        closedAsEnded.push(id)
        connections.remove(id, member)
      },
    }
    connections.add({ id, verifiedAt, partnerId: 'p_one', environment }, member)
  }
  return {
    endedInStore,
    takeQueriedIds: () => queries.splice(0).flat(),
    queries,
    state,
    closedAsEnded,
    closed,
    connect,
    warnings,
    reportAccessEnded: () => onAccessEnded(),
  }
}

test('queries the store once for new sessions, and for all after a revocation', async () => {
  const { endedInStore, takeQueriedIds, state, closedAsEnded, connect } = setUp()
  connect('one')
  connect('two')
  await advanceTime(2000)
  expect(takeQueriedIds()).toEqual(['one', 'two'])
  await advanceTime(20_000)
  expect(takeQueriedIds(), 'nothing has changed').toEqual([])

  connect('three')
  await advanceTime(2000)
  expect(takeQueriedIds()).toEqual(['three'])

  endedInStore.add('two')
  state.version = 2
  await advanceTime(2000)
  expect(takeQueriedIds()).toEqual(['one', 'two', 'three'])
  expect(closedAsEnded).toEqual(['two'])
  await advanceTime(10_000)
  expect(takeQueriedIds()).toEqual([])
})

test('detects a session that ended before its feed opened, without further changes', async () => {
  const { endedInStore, closedAsEnded, connect } = setUp()
  connect('one')
  await advanceTime(4000)
  endedInStore.add('late')
  connect('late')
  await advanceTime(2000)
  expect(closedAsEnded).toEqual(['late'])
})

test('verifies all sessions every two seconds if changes are not reported', async () => {
  const { takeQueriedIds, state, connect } = setUp()
  state.version = null
  connect('one')
  await advanceTime(6000)
  expect(takeQueriedIds()).toEqual(['one', 'one', 'one'])
})

test('verifies all sessions again after a store failure', async () => {
  const { endedInStore, takeQueriedIds, state, closedAsEnded, connect, warnings } = setUp()
  connect('one')
  await advanceTime(2000)
  state.isFailing = true
  state.version = 2
  endedInStore.add('one')
  await advanceTime(2000)
  expect([warnings, closedAsEnded]).toEqual([['feed-session-check-failed'], []])
  takeQueriedIds()
  state.isFailing = false
  await advanceTime(2000)
  expect([takeQueriedIds(), closedAsEnded]).toEqual([['one'], ['one']])
  expect(vi.getTimerCount(), 'no timer without connections').toBe(0)
})

test('verifies each session every half minute even without changes', async () => {
  const { takeQueriedIds, connect } = setUp()
  connect('one')
  await advanceTime(2000)
  takeQueriedIds()
  await advanceTime(29_000)
  expect(takeQueriedIds()).toEqual([])
  await advanceTime(1000)
  expect(takeQueriedIds()).toEqual(['one'])
})

// With and without the store's change counter.
test.each([null, 1])(
  'closes connections as going away after a minute of store failure (change counter: %s)',
  async (version) => {
    const { state, connect, closed } = setUp()
    connect('one')
    await advanceTime(2000)
    state.isFailing = true
    state.version = version
    await advanceTime(54_000)
    // Admitted from cached data half a minute old, and almost a minute old.
    connect('two', Date.now() - 30_000)
    connect('three', Date.now() - 57_000)
    expect(closed).toEqual([])
    await advanceTime(2000)
    expect(closed, 'closed before the minute is over').toEqual([['three', 1001]])
    await advanceTime(2000)
    expect(closed).toEqual([
      ['three', 1001],
      ['one', 1001],
    ])
    await advanceTime(26_000)
    expect(closed.at(-1)).toEqual(['two', 1001])
  },
)

test('closes connections after a minute in which the store has not responded', async () => {
  const { state, connect, closed } = setUp()
  connect('one')
  await advanceTime(2000)
  state.isHanging = true
  await advanceTime(58_000)
  expect(closed).toEqual([['one', 1001]])
})

test('verifies thousands of sessions in batches', async () => {
  const { queries, connect } = setUp()
  for (let index = 0; index < 1800; index++) connect(`session-${index}`)
  await advanceTime(3000)
  expect(queries.map(({ length }) => length)).toEqual([500, 500, 500, 300])
})

test('the callback of a revocation resolves after its connections are closed, even during another check', async () => {
  const { endedInStore, closedAsEnded, connect, reportAccessEnded } = setUp()
  connect('one')
  await advanceTime(2000)
  const firstCheck = reportAccessEnded()
  endedInStore.add('one')
  const secondCheck = reportAccessEnded()
  await Promise.all([firstCheck, secondCheck])
  expect(closedAsEnded).toEqual(['one'])
})
