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
import { testStartMs, makeTestService, widgetOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { openFeed } from './feed.ts'

let testService: TestService
let testKeyAccount: TestAccount
beforeEach(async () => {
  vi.useFakeTimers({
    now: testStartMs,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  testService = await makeTestService({}, memoryStore(), () => Date.now())
  testKeyAccount = await testAccount(testService)
})
afterEach(() => vi.useRealTimers())

// The first request waits for the scan of the test market.
vi.setConfig({ testTimeout: 60_000 })

const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/**
 * Returns the session of a user of the account. Advances the fake clock until the session is open.
 */
async function sessionOf(account: TestAccount, userId: string): Promise<SessionIdentity> {
  const { access_token: token } = (await (await account.token(userId)).json()) as { access_token: string }
  const opening = account.open(token)
  // The test market scans when the session requests its first symbol.
  let isOpen = false
  void opening.finally(() => (isOpen = true))
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isOpen) break
    await advanceTime(1)
  }
  const headers = new Headers({ Authorization: `Bearer ${token}` })
  const doors = testService.service.access.doorsAt(new URL(widgetOrigin))
  const credentials = readCredentials({ headers, url: new URL(widgetOrigin), address: undefined, doors })
  return testService.service.access.sessionOf(credentials)
}

function connect(session: SessionIdentity | null) {
  const frames: string[] = []
  let closed: number | undefined
  const connection = {
    send: (text: string) => void frames.push(text),
    close: (code: number) => void (closed = code),
  }
  const feed = openFeed({ service: testService.service, session, connection })
  return {
    feed,
    frames,
    closed: () => closed,
    takeFrames: () => frames.splice(0).map((text) => v.parse(ServerFrameSchema, JSON.parse(text))),
    async receive(frame: object) {
      const handled = feed.receive(JSON.stringify(frame))
      await advanceTime(0)
      await handled
    },
  }
}
const lastPrices = (frames: ServerFrame[]) =>
  frames.flatMap((frame) => (frame.type === 'quotes' ? frame.quotes.map(({ last }) => last) : []))

test(
  'a test key gets the test market’s quotes, and a live key those of the configured market',
  { timeout: 60_000 },
  async () => {
    const live = await testAccount(testService, 'live')
    const [testClient, liveClient] = [
      connect(await sessionOf(testKeyAccount, 'user-1')),
      connect(await sessionOf(live, 'user-1')),
    ]
    expect(testClient.takeFrames()).toMatchObject([
      { type: 'hello' },
      { type: 'market', state: 'open', simulated: true },
    ])
    liveClient.takeFrames()
    for (const client of [testClient, liveClient])
      await client.receive({ type: 'subscribe', symbols: ['AAPL', 'TEST.TICK'] })

    const [aaplPrice, tickPrice] = lastPrices(testClient.takeFrames())
    expect(lastPrices(liveClient.takeFrames())).toEqual([100])
    testService.market.trade('AAPL', 101)
    await advanceTime(1250)
    expect(aaplPrice).not.toBe(101)
    expect(lastPrices(liveClient.takeFrames())).toEqual([101])
    expect(lastPrices(testClient.takeFrames()), 'a cent up').toEqual([
      Math.round((tickPrice! + 0.01) * 100) / 100,
    ])
    await advanceTime(1000)
    expect(lastPrices(testClient.takeFrames()), 'and down again').toEqual([tickPrice])
    expect(lastPrices(liveClient.takeFrames())).toEqual([])
    for (const client of [testClient, liveClient]) client.feed.onClose()
    expect(vi.getTimerCount(), 'no timer without connections').toBe(0)
  },
)

test('symbols of the test market are unknown to a live key', async () => {
  const client = connect(await sessionOf(await testAccount(testService, 'live'), 'user-1'))
  client.takeFrames()
  await client.receive({ type: 'subscribe', symbols: ['TEST.TICK'] })
  expect(client.takeFrames()).toEqual([{ type: 'problem', code: 'symbol-unknown', symbol: 'TEST.TICK' }])
})

test('a ticket of a test session opens the test market’s feed', async () => {
  const ticket = await testService.service.access.makeTicket(await sessionOf(testKeyAccount, 'user-1'))
  const client = connect(null)
  void client.feed.receive(JSON.stringify({ type: 'ticket', ticket }))
  void client.feed.receive(JSON.stringify({ type: 'subscribe', symbols: ['TEST.OK'] }))
  while (client.frames.length < 3) await advanceTime(0)
  expect(client.takeFrames()).toMatchObject([{ type: 'hello' }, { type: 'market' }, { type: 'quotes' }])
})

test.each([
  ['test-closed', { state: 'closed', delayedSeconds: 0, now: '2026-07-11T15:00:00.000Z' }],
  ['test-delayed', { state: 'open', delayedSeconds: 900, now: '2026-07-08T15:00:00.000Z' }],
])('the market frame has the state of the user %s', async (userId, expected) => {
  const client = connect(await sessionOf(testKeyAccount, userId))
  expect(client.takeFrames()).toMatchObject([{ type: 'hello' }, { type: 'market', ...expected }])
})

test(
  'the feed of test-stale ends after its first quotes and is refused afterwards',
  { timeout: 60_000 },
  async () => {
    const session = await sessionOf(testKeyAccount, 'test-stale')
    const client = connect(session)
    await client.receive({ type: 'subscribe', symbols: ['TEST.OK'] })
    expect(client.takeFrames()).toMatchObject([{ type: 'hello' }, { type: 'market' }, { type: 'quotes' }])
    expect(client.closed()).toBe(closeCodes.goingAway)
    const reconnected = connect(session)
    expect([reconnected.takeFrames(), reconnected.closed()]).toEqual([[], closeCodes.goingAway])
  },
)

test('the feed of test-expired ends with its session', async () => {
  const client = connect(await sessionOf(testKeyAccount, 'test-expired'))
  await advanceTime(9000)
  expect(client.closed()).toBe(closeCodes.sessionEnded)
})
