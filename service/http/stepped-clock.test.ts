/** Steps of the machine's clock by an hour: durations are not affected. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeCodes, heartbeatMs } from '#contract/feed.ts'
import { openFeed } from '#service/feed/feed.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { begin, dataPath, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { sessionCookies } from './request/cookies.ts'

const hourMs = 3_600_000
const perMinute = 5

let environment: TestService
beforeEach(async () => {
  vi.useFakeTimers({
    now: begin,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  environment = await makeTestService({}, memoryStore(), () => Date.now())
})
afterEach(() => vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function connect() {
  const { cookie } = await environment.session()
  const instance = 'instance-1'
  const session = await environment.service.access.cookieSession({
    cookies: sessionCookies(cookie),
    instance,
  })
  const frames: string[] = []
  const closed: number[] = []
  const connection = {
    send: (text: string) => void frames.push((JSON.parse(text) as { type: string }).type),
    close: (code: number) => void closed.push(code),
  }
  openFeed({ service: environment.service, session: session!, connection })
  return { session: session!, take: () => frames.splice(0), closed }
}

const byKey = (path: string, key: string = environment.demo.subscriptionKey) =>
  environment.get(`${dataPath}${path}`, { 'Op-Subscription-Key': key })

describe.each([
  ['back', -hourMs],
  ['forward', hourMs],
])('an hour %s', (_, step) => {
  test('results are still refreshed', async () => {
    const newest = async () => {
      const response = await byKey('/news/AAPL')
      return ((await response.json()) as { news: { time: string }[] }).news[0]!.time
    }
    const before = await newest()
    environment.stepClock(step)
    expect(await newest(), 'what is kept is kept').toBe(before)
    await pass(3100)
    expect(Date.parse(await newest())).toBe(begin + step + 3100)
  })

  test('a feed still receives heartbeats', async () => {
    const { take } = await connect()
    await pass(1000)
    expect(take()).toEqual(['hello', 'market'])
    environment.stepClock(step)
    await pass(heartbeatMs - 1250)
    expect(take()).toEqual([])
    await pass(500)
    expect(take()).toEqual(['heartbeat'])
  })

  test('a revoked key’s feed is closed within 5 s', async () => {
    const { session, closed } = await connect()
    await pass(1000)
    environment.stepClock(step)
    await environment.store.keys.revoke(session.keyId, begin)
    await pass(5000)
    expect(closed).toEqual([closeCodes.sessionEnded])
  })

  test('a caller whose limit is used up gets its next request after the refill interval', async () => {
    const { operator } = environment.service.access
    const { secret } = await operator.issueKey('p_demo', 'subscription', { ratePerMinute: perMinute })
    const statuses = async (count: number) => {
      const all: number[] = []
      for (let at = 0; at < count; at++) all.push((await byKey('/news/AAPL', secret)).status)
      return all
    }
    expect(await statuses(perMinute + 1)).toEqual([...Array.from({ length: perMinute }, () => 200), 429])
    environment.stepClock(step)
    expect(await statuses(1), 'no time has passed').toEqual([429])
    await pass(60_000 / perMinute)
    expect(await statuses(2)).toEqual([200, 429])
  })

  test('the measured duration of a response is the elapsed time', async () => {
    environment.market.news = async () => {
      environment.stepClock(step)
      return []
    }
    await byKey('/news/AAPL')
    const metrics = await (await environment.get('/metrics')).text()
    expect(metrics).toMatch(/^service_request_duration_seconds_sum\{route="news"\} 0$/m)
  })

  test('a key’s time of last use is still written', async () => {
    const lastUsed = async () =>
      (await environment.store.keys.list()).find(({ kind }) => kind === 'subscription')!.lastUsedAt
    await byKey('/news/AAPL')
    expect(await lastUsed()).toBe(begin)
    environment.stepClock(step)
    await pass(61_000)
    await byKey('/news/AAPL')
    expect(await lastUsed()).toBe(begin + step + 61_000)
  })
})
