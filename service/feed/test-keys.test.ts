/** The feed of a test key: quotes of the test market only, which no other client receives. */
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeCodes, ServerFrameSchema } from '#contract/feed.ts'
import type { ServerFrame } from '#contract/feed.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { readCredentials } from '#service/http/request/read-credentials.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { testAccount } from '#service/testing/test-keys.ts'
import type { TestAccount } from '#service/testing/test-keys.ts'
import { begin, makeTestService, widgetOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { openFeed } from './feed.ts'

let environment: TestService
let qa: TestAccount
beforeEach(async () => {
  vi.useFakeTimers({
    now: begin,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  environment = await makeTestService({}, memoryStore(), () => Date.now())
  qa = await testAccount(environment)
})
afterEach(() => vi.useRealTimers())

// The first request waits for a scan.
vi.setConfig({ testTimeout: 60_000 })

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The session of a user, without waiting for the user's ideas. */
async function sessionOf(account: TestAccount, userId: string): Promise<SessionIdentity> {
  const { access_token: token } = (await (await account.token(userId)).json()) as { access_token: string }
  const opened = account.open(token)
  // The test market scans when the session requests its first symbol.
  let isOpen = false
  void opened.finally(() => (isOpen = true))
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isOpen) break
    await pass(1)
  }
  const headers = new Headers({ Authorization: `Bearer ${token}` })
  const doors = environment.service.access.doorsAt(new URL(widgetOrigin))
  const presented = readCredentials({ headers, url: new URL(widgetOrigin), address: undefined, doors })
  return environment.service.access.sessionOf(presented)
}

function connect(session: SessionIdentity | null) {
  const frames: string[] = []
  let closed: number | undefined
  const connection = {
    send: (text: string) => void frames.push(text),
    close: (code: number) => void (closed = code),
  }
  const feed = openFeed({ service: environment.service, session, connection })
  return {
    feed,
    frames,
    closed: () => closed,
    take: () => frames.splice(0).map((text) => v.parse(ServerFrameSchema, JSON.parse(text))),
    async receive(frame: object) {
      feed.receive(JSON.stringify(frame))
      await pass(0)
    },
  }
}
const lastPrices = (frames: ServerFrame[]) =>
  frames.flatMap((frame) => (frame.type === 'quotes' ? frame.quotes.map(({ last }) => last) : []))

test(
  'a test key gets the test market’s quotes, and a live key those of the configured market',
  { timeout: 60_000 },
  async () => {
    const live = await testAccount(environment, 'live')
    const [testClient, liveClient] = [
      connect(await sessionOf(qa, 'user-1')),
      connect(await sessionOf(live, 'user-1')),
    ]
    expect(testClient.take()).toMatchObject([
      { type: 'hello' },
      { type: 'market', state: 'open', simulated: true },
    ])
    liveClient.take()
    for (const client of [testClient, liveClient])
      await client.receive({ type: 'subscribe', symbols: ['AAPL', 'TEST.TICK'] })

    const [first, initial] = lastPrices(testClient.take())
    expect(lastPrices(liveClient.take())).toEqual([100])
    environment.market.trade('AAPL', 101)
    await pass(1250)
    expect(first).not.toBe(101)
    expect(lastPrices(liveClient.take())).toEqual([101])
    expect(lastPrices(testClient.take()), 'a cent up').toEqual([Math.round((initial! + 0.01) * 100) / 100])
    await pass(1000)
    expect(lastPrices(testClient.take()), 'and down again').toEqual([initial])
    expect(lastPrices(liveClient.take())).toEqual([])
    for (const client of [testClient, liveClient]) client.feed.onClose()
    expect(vi.getTimerCount(), 'no timer without connections').toBe(0)
  },
)

test('symbols of the test market are unknown to a live key', async () => {
  const client = connect(await sessionOf(await testAccount(environment, 'live'), 'user-1'))
  client.take()
  await client.receive({ type: 'subscribe', symbols: ['TEST.TICK'] })
  expect(client.take()).toEqual([{ type: 'problem', code: 'symbol-unknown', symbol: 'TEST.TICK' }])
})

test('a ticket of a test session opens the test market’s feed', async () => {
  const ticket = await environment.service.access.makeTicket(await sessionOf(qa, 'user-1'))
  const client = connect(null)
  client.feed.receive(JSON.stringify({ type: 'ticket', ticket }))
  client.feed.receive(JSON.stringify({ type: 'subscribe', symbols: ['TEST.OK'] }))
  while (client.frames.length < 3) await new Promise((resolve) => setImmediate(resolve))
  expect(client.take()).toMatchObject([{ type: 'hello' }, { type: 'market' }, { type: 'quotes' }])
})

test.each([
  ['test-closed', { state: 'closed', delayedSeconds: 0, now: '2026-07-11T15:00:00.000Z' }],
  ['test-delayed', { state: 'open', delayedSeconds: 900, now: '2026-07-08T15:00:00.000Z' }],
])('the market frame has the state of the user %s', async (userId, expected) => {
  const client = connect(await sessionOf(qa, userId))
  expect(client.take()).toMatchObject([{ type: 'hello' }, { type: 'market', ...expected }])
})

test(
  'the feed of test-stale ends after its first quotes and is refused afterwards',
  { timeout: 60_000 },
  async () => {
    const session = await sessionOf(qa, 'test-stale')
    const client = connect(session)
    await client.receive({ type: 'subscribe', symbols: ['TEST.OK'] })
    expect(client.take()).toMatchObject([{ type: 'hello' }, { type: 'market' }, { type: 'quotes' }])
    expect(client.closed()).toBe(closeCodes.goingAway)
    const reconnected = connect(session)
    expect([reconnected.take(), reconnected.closed()]).toEqual([[], closeCodes.goingAway])
  },
)

test('the feed of test-expired ends with its session', async () => {
  const client = connect(await sessionOf(qa, 'test-expired'))
  await pass(9000)
  expect(client.closed()).toBe(closeCodes.sessionEnded)
})
