/** Durations are not affected if the wall clock is stepped by an hour. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeCodes, heartbeatMs } from '#contract/feed.ts'
import { openFeed } from '#service/feed/feed.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { testStartMs, dataPath, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { sessionCookies } from './request/cookies.ts'

const hourMs = 3_600_000
const perMinute = 5

let testService: TestService
beforeEach(async () => {
  vi.useFakeTimers({
    now: testStartMs,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  testService = await makeTestService({}, memoryStore(), () => Date.now())
})
afterEach(() => vi.useRealTimers())
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function connect() {
  const { cookie } = await testService.session()
  const instance = 'instance-1'
  const session = await testService.service.access.cookieSession({
    cookies: sessionCookies(cookie),
    instance,
  })
  const frames: string[] = []
  const closed: number[] = []
  const connection = {
    send: (text: string) => void frames.push((JSON.parse(text) as { type: string }).type),
    close: (code: number) => void closed.push(code),
  }
  openFeed({ service: testService.service, session: session!, connection })
  return { session: session!, takeFrameTypes: () => frames.splice(0), closed }
}

const getWithKey = (path: string, key: string = testService.demo.subscriptionKey) =>
  testService.get(`${dataPath}${path}`, { 'Op-Subscription-Key': key })

describe.each([
  ['back', -hourMs],
  ['forward', hourMs],
])('after a step of the clock an hour %s', (_, stepMs) => {
  test('results are still refreshed', async () => {
    const newest = async () => {
      const response = await getWithKey('/news/AAPL')
      return ((await response.json()) as { news: { time: string }[] }).news[0]!.time
    }
    const before = await newest()
    testService.stepClock(stepMs)
    expect(await newest(), 'the cached result is still valid').toBe(before)
    await advanceTime(3100)
    expect(Date.parse(await newest())).toBe(testStartMs + stepMs + 3100)
  })

  test('a feed still receives heartbeats', async () => {
    const { takeFrameTypes } = await connect()
    await advanceTime(1000)
    expect(takeFrameTypes()).toEqual(['hello', 'market'])
    testService.stepClock(stepMs)
    await advanceTime(heartbeatMs - 1250)
    expect(takeFrameTypes()).toEqual([])
    await advanceTime(500)
    expect(takeFrameTypes()).toEqual(['heartbeat'])
  })

  test('a revoked key’s feed is closed within 5 s', async () => {
    const { session, closed } = await connect()
    await advanceTime(1000)
    testService.stepClock(stepMs)
    await testService.store.keys.revoke(session.keyId, testStartMs)
    await advanceTime(5000)
    expect(closed).toEqual([closeCodes.sessionEnded])
  })

  test('a caller whose limit is used up gets its next request after the refill interval', async () => {
    const { operator } = testService.service.access
    const { secret } = await operator.issueKey('p_demo', 'subscription', { ratePerMinute: perMinute })
    const statuses = async (count: number) => {
      const collected: number[] = []
      for (let index = 0; index < count; index++)
        collected.push((await getWithKey('/news/AAPL', secret)).status)
      return collected
    }
    expect(await statuses(perMinute + 1)).toEqual([...Array.from({ length: perMinute }, () => 200), 429])
    testService.stepClock(stepMs)
    expect(await statuses(1), 'no time has passed').toEqual([429])
    await advanceTime(60_000 / perMinute)
    expect(await statuses(2)).toEqual([200, 429])
  })

  test('the measured duration of a response is the elapsed time', async () => {
    testService.market.news = async () => {
      testService.stepClock(stepMs)
      return []
    }
    await getWithKey('/news/AAPL')
    const metrics = await (await testService.get('/metrics')).text()
    expect(metrics).toMatch(/^service_request_duration_seconds_sum\{route="news"\} 0$/m)
  })

  test('a key’s time of last use is still written', async () => {
    const lastUsed = async () =>
      (await testService.store.keys.list()).find(({ kind }) => kind === 'subscription')!.lastUsedAt
    await getWithKey('/news/AAPL')
    expect(await lastUsed()).toBe(testStartMs)
    testService.stepClock(stepMs)
    await advanceTime(61_000)
    await getWithKey('/news/AAPL')
    expect(await lastUsed()).toBe(testStartMs + stepMs + 61_000)
  })
})
