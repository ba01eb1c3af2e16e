import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '#app/bridge/bridge.ts'
import { makeState } from '#app/state/app-state.ts'
import { type Live, useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import { tellConnection } from './report-connection.ts'

let stop: Stop
let said: unknown[]
let become: (change: Partial<Live>) => void
const dataset: Record<string, string> = {}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T15:00:00Z') })
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('navigator', { onLine: true })
  said = []
  const state = makeState()
  const emit = (name: string, payload: unknown) => void said.push([name, payload])
  stop = tellConnection({ state, page: { emit } as unknown as Page })
  become = (change) => useLive.of(state).setState(change)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is not known yet is not told', () => {
  expect(said).toEqual([])
  expect(dataset).toEqual({})
})

test('live, stale and live again are told, each once and with the moment', () => {
  become({ connection: 'live' })
  become({ connection: 'live', quotes: {} })
  vi.advanceTimersByTime(60_000)
  become({ connection: 'reconnecting' })
  vi.advanceTimersByTime(5_000)
  expect(said).toHaveLength(1)
  become({ stale: true })
  expect(dataset).toEqual({ connection: 'stale' })
  vi.advanceTimersByTime(5_000)
  become({ connection: 'live', stale: false })
  expect(said).toEqual([
    ['CONNECTION', { state: 'live', since: '2026-11-20T15:00:00.000Z' }],
    ['CONNECTION', { state: 'stale', since: '2026-11-20T15:01:05.000Z' }],
    ['CONNECTION', { state: 'live', since: '2026-11-20T15:01:10.000Z' }],
  ])
})

test('a connection that is back within seconds is no news', () => {
  become({ connection: 'live' })
  become({ connection: 'reconnecting' })
  become({ connection: 'live' })
  vi.advanceTimersByTime(10_000)
  expect(said).toHaveLength(1)
})

test('offline is what the browser says; a feed that is given up while there is a network is stale', () => {
  become({ connection: 'offline', stale: true })
  expect(said).toMatchObject([['CONNECTION', { state: 'stale' }]])
  vi.advanceTimersByTime(2_000)
  Object.assign(navigator, { onLine: false })
  become({ connection: 'offline', stale: false })
  expect(said.at(-1)).toMatchObject(['CONNECTION', { state: 'offline' }])
})

test('however it flickers, the page hears one word a second, the last', () => {
  for (let turn = 0; turn < 100; turn++) {
    become({ connection: 'live', stale: false })
    become({ connection: 'reconnecting', stale: true })
    vi.advanceTimersByTime(10)
  }
  expect(said.length).toBeLessThanOrEqual(2)
  vi.advanceTimersByTime(1_000)
  expect(said.at(-1)).toMatchObject(['CONNECTION', { state: 'stale' }])
})
