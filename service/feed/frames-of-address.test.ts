/** The limit of the frames that all feeds of one address send. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeCodes } from '#contract/feed.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { sessionCookies } from '#service/http/request/cookies.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { limitsOf, makeTestService, testStartMs } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { openFeed } from './feed.ts'

const addresses = ['203.0.113.1', '203.0.113.2'] as const
const subscribe = { type: 'subscribe', symbols: ['AAPL', 'MSFT'] }
const unsubscribe = { ...subscribe, type: 'unsubscribe' }
const options = { type: 'subscribe-options', symbol: 'AAPL', contracts: ['AAPL261218C00200000'] }

let testService: TestService
let sessions: SessionIdentity[]
/** Starts the service with this number of sessions, each of which may have four feeds. */
async function start(sessionCount: number, config: Parameters<typeof makeTestService>[0] = {}) {
  testService = await makeTestService(config, memoryStore(), () => Date.now())
  sessions = []
  for (let index = 0; index < sessionCount; index++) {
    const instance = `instance-${index}`
    const { cookie } = await testService.session(instance)
    const credentials = { cookies: sessionCookies(cookie), instance }
    sessions.push((await testService.service.access.cookieSession(credentials))!)
  }
}
beforeEach(() => {
  vi.useFakeTimers({ now: testStartMs, toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => vi.useRealTimers())
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Opens the feed with this number, beginning with 0. */
function connect(index: number, address: string) {
  const client = { closeCode: undefined as number | undefined, frameCount: 0 }
  const feed = openFeed({
    service: testService.service,
    session: sessions[Math.floor(index / 4)]!,
    sender: { ...anonymous, address },
    connection: {
      send: () => client.frameCount++,
      close: (code) => void (client.closeCode = code),
    },
  })
  return Object.assign(client, {
    send: (...frames: object[]) => {
      for (const frame of frames) void feed.receive(JSON.stringify(frame))
    },
    close: () => feed.onClose(),
  })
}

test('above the limit of an address each frame closes its feed; others are not affected', async () => {
  await start(2, { limits: limitsOf({ feedFrames: 60 }) })
  const other = connect(4, addresses[1])
  const clients = [0, 1, 2, 3].map((index) => connect(index, addresses[0]))
  for (let count = 0; count < 15; count++) for (const client of clients) client.send(subscribe)
  await advanceTime(0)
  expect(clients.map(({ closeCode }) => closeCode)).toEqual(Array(4).fill(undefined))
  // A frame that the contract does not have counts, too.
  clients[0]!.send({ type: 'shout' })
  clients[1]!.send(unsubscribe)
  other.send(subscribe)
  await advanceTime(0)
  expect([other, ...clients].map(({ closeCode }) => closeCode)).toEqual([
    undefined,
    closeCodes.overloaded,
    closeCodes.overloaded,
    undefined,
    undefined,
  ])
  const { metrics } = testService.service
  expect(metrics.text()).toContain('service_rate_limited_total{limit="feed-frames"} 2\n')
  expect(testService.logged).toContainEqual({
    level: 'warn',
    event: 'rate-limited',
    fields: { limit: 'feed-frames', caller: addresses[0] },
  })
  // One more each second.
  await advanceTime(1000)
  clients[2]!.send(unsubscribe)
  clients[3]!.send(unsubscribe)
  expect(clients.slice(2).map(({ closeCode }) => closeCode)).toEqual([undefined, closeCodes.overloaded])
})

test('widgets behind one address reconnect at once, and their readers change symbols, within the limit', async () => {
  await start(125)
  const clients = []
  for (let restart = 0; restart < 2; restart++) {
    for (const client of clients.splice(0)) client.close()
    for (let index = 0; index < 500; index++) clients.push(connect(index, addresses[0]))
    for (const client of clients) client.send(subscribe, options)
    await advanceTime(1000)
  }
  // Each reader changes the symbol every ten seconds: panels and a list.
  for (let count = 0; count < 6; count++) {
    for (const client of clients) client.send(unsubscribe, subscribe, options, subscribe)
    await advanceTime(10_000)
  }
  expect(new Set(clients.map(({ closeCode }) => closeCode))).toEqual(new Set([undefined]))
})
