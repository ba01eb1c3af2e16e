import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem, type ProblemCode } from '#contract/api/problem.ts'
import type { Api } from '#app/api/api.ts'
import { makeClient } from '#app/api/client.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { makeSubscriptions } from '#app/api/feed/subscriptions.ts'
import { makeState } from '#app/state/app-state.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import { startRecovery } from './recovery.ts'

let stop: Stop
let stops: Stop[]
let fakeDocument: EventTarget & { hidden?: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  fakeDocument = Object.assign(new EventTarget(), { hidden: false })
  const window = new EventTarget()
  vi.stubGlobal('document', fakeDocument)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window))
  stops = []
})
afterEach(() => {
  stop()
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/**
 * Starts recovery for an app with mounted queries. A query with a code in `failures` fails with it;
 * others succeed. `requests` has the names of the queries, without their first requests.
 */
async function open(names: readonly string[], failures: Record<string, ProblemCode | undefined>) {
  const api: Api = { client: makeClient(), subscriptions: makeSubscriptions() }
  const queryClient = makeQueryClient(api)
  const state = makeState()
  const requests: string[] = []
  stop = startRecovery({ api, queryClient, state })
  for (const name of names) {
    const observer = new QueryObserver(queryClient, {
      queryKey: [name],
      retry: false,
      queryFn: () => {
        requests.push(name)
        const code = failures[name]
        return code ? Promise.reject(new Problem(code)) : Promise.resolve(name)
      },
    })
    stops.push(observer.subscribe(() => undefined))
  }
  await vi.advanceTimersByTimeAsync(0)
  const live = useLive.of(state)
  requests.length = 0
  return { requests, failures, live, api, queryClient }
}
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('retries a failed query with growing delays until it succeeds', async () => {
  const { requests, failures } = await open(['why'], { why: 'unavailable' })
  await advanceTime(60_000)
  const tries = requests.length
  expect(tries).toBeGreaterThan(3)
  expect(tries).toBeLessThan(12)
  failures['why'] = undefined
  await advanceTime(60_000)
  expect(requests).toHaveLength(tries + 1)
  await advanceTime(10 * 60_000)
  expect(requests).toHaveLength(tries + 1)
})

test.each(['symbol-unknown', 'scope-missing', 'session-ended', 'malformed-symbol'] as const)(
  'does not retry %s, which is permanent',
  async (code) => {
    const { requests, live } = await open(['why'], { why: code })
    live.setState({ connection: 'live' })
    dispatchEvent(new Event('online'))
    await advanceTime(10 * 60_000)
    expect(requests).toEqual([])
  },
)

test('retries all failed queries after a random delay when the feed reconnects', async () => {
  const { requests, failures, live } = await open(['what', 'why', 'how'], {
    what: 'unavailable',
    why: 'unavailable',
    how: 'unavailable',
  })
  live.setState({ connection: 'reconnecting' })
  await advanceTime(300_000)
  requests.length = 0
  for (const name of Object.keys(failures)) failures[name] = undefined
  live.setState({ connection: 'live' })
  await advanceTime(0)
  expect(requests).toEqual([])
  await advanceTime(1_500)
  expect(requests.toSorted()).toEqual(['how', 'what', 'why'])
})

test('retries when the browser is online again, and never while it is offline', async () => {
  const { requests, failures } = await open(['why'], { why: 'unavailable' })
  Object.assign(navigator, { onLine: false })
  await advanceTime(300_000)
  expect(requests).toEqual([])
  failures['why'] = undefined
  Object.assign(navigator, { onLine: true })
  dispatchEvent(new Event('online'))
  await advanceTime(1_500)
  expect(requests).toEqual(['why'])
})

test('a successful request triggers retries of the others and of the feed', async () => {
  const { requests, failures, live, api, queryClient } = await open(['why', 'how'], {
    why: 'unavailable',
    how: 'unavailable',
  })
  const retry = vi.fn()
  stops.push(api.subscriptions.setSource({ onChange: () => undefined, retry }))
  live.setState({ connection: 'reconnecting' })
  await advanceTime(120_000)
  requests.length = 0
  failures['why'] = failures['how'] = undefined
  await queryClient
    .getQueryCache()
    .find({ queryKey: ['why'] })!
    .fetch()
  expect(retry).toHaveBeenCalled()
  await advanceTime(1_500)
  expect(requests.toSorted()).toEqual(['how', 'why'])
})

test('does not retry a failing query more often because others succeed', async () => {
  const { requests, queryClient } = await open(['why', 'how'], { why: 'unavailable' })
  const other = queryClient.getQueryCache().find({ queryKey: ['how'] })!
  for (let second = 0; second < 120; second++) {
    await other.fetch()
    await advanceTime(1_000)
  }
  expect(requests.filter((name) => name === 'why').length).toBeLessThan(10)
})

test('does not retry in a hidden document until it is visible', async () => {
  const { requests } = await open(['why'], { why: 'internal' })
  fakeDocument.hidden = true
  await advanceTime(300_000)
  expect(requests).toEqual([])
  fakeDocument.hidden = false
  fakeDocument.dispatchEvent(new Event('visibilitychange'))
  await advanceTime(0)
  expect(requests).toEqual(['why'])
})
