import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '#app/bridge/bridge.ts'
import { makeState } from '#app/state/app-state.ts'
import { type Live, useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import { reportConnection } from './report-connection.ts'

let stop: Stop
let sent: unknown[]
let setLive: (change: Partial<Live>) => void
const dataset: Record<string, string> = {}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T15:00:00Z') })
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('navigator', { onLine: true })
  sent = []
  const state = makeState()
  const emit = (name: string, payload: unknown) => void sent.push([name, payload])
  stop = reportConnection({ state, page: { emit } as unknown as Page })
  setLive = (change) => useLive.of(state).setState(change)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('reports nothing while the state is unknown', () => {
  expect(sent).toEqual([])
  expect(dataset).toEqual({})
})

test('reports each change between live and stale once, with the time of the change', () => {
  setLive({ connection: 'live' })
  setLive({ connection: 'live', quotes: {} })
  vi.advanceTimersByTime(60_000)
  setLive({ connection: 'reconnecting' })
  vi.advanceTimersByTime(5_000)
  expect(sent).toHaveLength(1)
  setLive({ stale: true })
  expect(dataset).toEqual({ connection: 'stale' })
  vi.advanceTimersByTime(5_000)
  setLive({ connection: 'live', stale: false })
  expect(sent).toEqual([
    ['CONNECTION', { state: 'live', since: '2026-11-20T15:00:00.000Z' }],
    ['CONNECTION', { state: 'stale', since: '2026-11-20T15:01:05.000Z' }],
    ['CONNECTION', { state: 'live', since: '2026-11-20T15:01:10.000Z' }],
  ])
})

test('does not report a connection that is back within seconds', () => {
  setLive({ connection: 'live' })
  setLive({ connection: 'reconnecting' })
  setLive({ connection: 'live' })
  vi.advanceTimersByTime(10_000)
  expect(sent).toHaveLength(1)
})

test('reports offline if the browser is offline, and stale if the feed is lost while online', () => {
  setLive({ connection: 'offline', stale: true })
  expect(sent).toMatchObject([['CONNECTION', { state: 'stale' }]])
  vi.advanceTimersByTime(2_000)
  Object.assign(navigator, { onLine: false })
  setLive({ connection: 'offline', stale: false })
  expect(sent.at(-1)).toMatchObject(['CONNECTION', { state: 'offline' }])
})

test('reports at most once a second, and finally the latest state', () => {
  for (let count = 0; count < 100; count++) {
    setLive({ connection: 'live', stale: false })
    setLive({ connection: 'reconnecting', stale: true })
    vi.advanceTimersByTime(10)
  }
  expect(sent.length).toBeLessThanOrEqual(2)
  vi.advanceTimersByTime(1_000)
  expect(sent.at(-1)).toMatchObject(['CONNECTION', { state: 'stale' }])
})
