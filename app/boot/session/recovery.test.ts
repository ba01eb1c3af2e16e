import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem, type ProblemCode } from '#contract/api/problem.ts'
import type { Api } from '#app/api/api.ts'
import { makeClient } from '#app/api/client.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { makeSubscriptions } from '#app/api/subscriptions.ts'
import { makeState } from '#app/state/app-state.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import { startRecovery } from './recovery.ts'

let stop: Stop
let stops: Stop[]
let page: EventTarget & { hidden?: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  page = Object.assign(new EventTarget(), { hidden: false })
  const window = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window))
  stops = []
})
afterEach(() => {
  stop()
  for (const one of stops) one()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** An app with some questions on screen, each answered by what `answers` has of it: a code, or all is well. */
async function open(names: readonly string[], answers: Record<string, ProblemCode | undefined>) {
  const api: Api = { client: makeClient(), subscriptions: makeSubscriptions() }
  const queryClient = makeQueryClient(api)
  const state = makeState()
  const asked: string[] = []
  stop = startRecovery({ api, queryClient, state })
  for (const name of names) {
    const observer = new QueryObserver(queryClient, {
      queryKey: [name],
      retry: false,
      queryFn: () => {
        asked.push(name)
        const code = answers[name]
        return code ? Promise.reject(new Problem(code)) : Promise.resolve(name)
      },
    })
    stops.push(observer.subscribe(() => undefined))
  }
  await vi.advanceTimersByTimeAsync(0)
  const live = useLive.of(state)
  return { asked: asked.splice(0) && asked, answers, live, api, queryClient }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('what failed is asked again by itself, after a while that grows, until it is there', async () => {
  const { asked, answers } = await open(['why'], { why: 'unavailable' })
  await pass(60_000)
  const tries = asked.length
  expect(tries).toBeGreaterThan(3)
  expect(tries).toBeLessThan(12)
  answers['why'] = undefined
  await pass(60_000)
  expect(asked).toHaveLength(tries + 1)
  await pass(10 * 60_000)
  expect(asked).toHaveLength(tries + 1)
})

test.each(['symbol-unknown', 'scope-missing', 'session-ended', 'malformed-symbol'] as const)(
  '%s is not asked again: it would be answered the same',
  async (code) => {
    const { asked, live } = await open(['why'], { why: code })
    live.setState({ connection: 'live' })
    dispatchEvent(new Event('online'))
    await pass(10 * 60_000)
    expect(asked).toEqual([])
  },
)

test('when the feed is back all that failed is asked again, within moments and not at once', async () => {
  const { asked, answers, live } = await open(['what', 'why', 'how'], {
    what: 'unavailable',
    why: 'unavailable',
    how: 'unavailable',
  })
  live.setState({ connection: 'reconnecting' })
  await pass(300_000)
  asked.length = 0
  for (const name of Object.keys(answers)) answers[name] = undefined
  live.setState({ connection: 'live' })
  await pass(0)
  expect(asked).toEqual([])
  await pass(1_500)
  expect(asked.toSorted()).toEqual(['how', 'what', 'why'])
})

test('when the browser is online again it is asked at once, and while it is not, never', async () => {
  const { asked, answers } = await open(['why'], { why: 'unavailable' })
  Object.assign(navigator, { onLine: false })
  await pass(300_000)
  expect(asked).toEqual([])
  answers['why'] = undefined
  Object.assign(navigator, { onLine: true })
  dispatchEvent(new Event('online'))
  await pass(1_500)
  expect(asked).toEqual(['why'])
})

test('one request that goes well brings the others, and wakes the feed', async () => {
  const { asked, answers, live, api, queryClient } = await open(['why', 'how'], {
    why: 'unavailable',
    how: 'unavailable',
  })
  const retry = vi.fn()
  stops.push(api.subscriptions.serve({ changed: () => undefined, retry }))
  live.setState({ connection: 'reconnecting' })
  await pass(120_000)
  asked.length = 0
  answers['why'] = answers['how'] = undefined
  await queryClient
    .getQueryCache()
    .find({ queryKey: ['why'] })!
    .fetch()
  expect(retry).toHaveBeenCalled()
  await pass(1_500)
  expect(asked.toSorted()).toEqual(['how', 'why'])
})

test('what alone keeps failing is not asked more often because others go well', async () => {
  const { asked, queryClient } = await open(['why', 'how'], { why: 'unavailable' })
  const other = queryClient.getQueryCache().find({ queryKey: ['how'] })!
  for (let second = 0; second < 120; second++) {
    await other.fetch()
    await pass(1_000)
  }
  expect(asked.filter((name) => name === 'why').length).toBeLessThan(10)
})

test('a page that nobody looks at asks nothing until somebody does', async () => {
  const { asked } = await open(['why'], { why: 'internal' })
  page.hidden = true
  await pass(300_000)
  expect(asked).toEqual([])
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(asked).toEqual(['why'])
})
