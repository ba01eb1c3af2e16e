/** The feed's protocol, without sockets, on a fake clock. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { ServerFrameSchema } from '#contract/feed.ts'
import type { ServerFrame } from '#contract/feed.ts'
import { openFeed } from './feed.ts'
import type { Feed } from './feed.ts'
import { sessionCookies } from '#service/http/request/cookies.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { testStartMs, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
let session: SessionIdentity
beforeEach(async () => {
  vi.useFakeTimers({
    now: testStartMs,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  testService = await makeTestService({}, memoryStore(), () => Date.now())
  session = await openSession('instance-1')
})
afterEach(() => vi.useRealTimers())

async function openSession(instance: string) {
  const { cookie } = await testService.session(instance)
  return (await testService.service.access.cookieSession({ cookies: sessionCookies(cookie), instance }))!
}

type Client = {
  feed: Feed
  /** Returns the frames since the last call, parsed by the contract's schema. */
  takeFrames(): ServerFrame[]
  /** Waits in real time: tickets are hashed on another thread, which fake timers do not advance. */
  waitForFrames(count: number): Promise<void>
  receive(frame: object): Promise<void>
  closed: { code: number; reason: string } | undefined
  buffered: number
}

/** Connects with a session, or without one if it is null. */
function connect(clientSession: SessionIdentity | null = session): Client {
  const frames: string[] = []
  const client: Client = {
    closed: undefined,
    buffered: 0,
    takeFrames: () => frames.splice(0).map((text) => v.parse(ServerFrameSchema, JSON.parse(text))),
    waitForFrames: async (count) => {
      while (frames.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
    receive: async (frame) => {
      const handled = client.feed.receive(JSON.stringify(frame))
      await vi.advanceTimersByTimeAsync(0)
      await handled
    },
    feed: undefined as unknown as Feed,
  }
  client.feed = openFeed({
    service: testService.service,
    session: clientSession,
    connection: {
      send: (text) => void frames.push(text),
      close: (code, reason) => void (client.closed = { code, reason }),
      buffered: () => client.buffered,
    },
  })
  return client
}
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const frameTypes = (frames: ServerFrame[]) => frames.map(({ type }) => type)
const lastPrices = (frames: ServerFrame[]) =>
  frames.flatMap((frame) =>
    frame.type === 'quotes' ? frame.quotes.map(({ symbol, last }) => `${symbol} ${last}`) : [],
  )

describe('authentication', () => {
  test('a known session gets `hello` at once', () => {
    expect(connect().takeFrames()).toEqual([
      { type: 'hello', protocol: 1, heartbeatMs: 15_000 },
      { type: 'market', state: 'open', delayedSeconds: 0, simulated: true, asOf: null },
    ])
  })

  test('a ticket opens the feed once; later frames wait for it', async () => {
    const ticket = await testService.service.access.makeTicket(session)
    const client = connect(null)
    void client.feed.receive(JSON.stringify({ type: 'ticket', ticket }))
    void client.feed.receive(JSON.stringify({ type: 'subscribe', symbols: ['AAPL'] }))
    await client.waitForFrames(3)
    expect(frameTypes(client.takeFrames())).toEqual(['hello', 'market', 'quotes'])

    const second = connect(null)
    await second.receive({ type: 'ticket', ticket })
    await second.waitForFrames(1)
    expect(second.takeFrames()).toEqual([{ type: 'problem', code: 'credential-invalid' }])
    expect(second.closed?.code).toBe(1008)
  })

  test('an unauthenticated connection is closed after 5 s', async () => {
    const client = connect(null)
    await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(client.takeFrames()).toMatchObject([{ type: 'problem', code: 'credential-missing' }])
    await advanceTime(4750)
    expect(client.closed).toBeUndefined()
    await advanceTime(250)
    expect(client.closed?.code).toBe(1008)
    expect(client.takeFrames()).toEqual([])
  })
})

describe('quotes', () => {
  test('are sent once for each subscription, then only if changed, in frames numbered per connection', async () => {
    const client = connect()
    client.takeFrames()
    await client.receive({ type: 'subscribe', symbols: ['aapl', 'MSFT'] })
    expect(client.takeFrames()).toMatchObject([
      { type: 'quotes', seq: 1, quotes: [{ symbol: 'AAPL' }, { symbol: 'MSFT' }] },
    ])
    await advanceTime(1000)
    expect(client.takeFrames()).toEqual([])
    testService.market.trade('AAPL', 101)
    testService.market.trade('AAPL', 102)
    expect(client.takeFrames(), 'nothing before the flush').toEqual([])
    await advanceTime(250)
    const frames = client.takeFrames()
    expect(frames).toMatchObject([{ type: 'quotes', seq: 2 }])
    expect(lastPrices(frames)).toEqual(['AAPL 102'])
    const second = connect()
    second.takeFrames()
    await second.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(second.takeFrames()).toMatchObject([{ type: 'quotes', seq: 1, quotes: [{ last: 102 }] }])
  })

  test('an unknown symbol gets its own problem and does not affect others', async () => {
    const client = connect()
    client.takeFrames()
    await client.receive({ type: 'subscribe', symbols: ['NOPE', 'AAPL'] })
    const frames = client.takeFrames()
    expect(frames).toMatchObject([
      { type: 'problem', code: 'symbol-unknown', symbol: 'NOPE' },
      { type: 'quotes' },
    ])
    expect(testService.market.watcherCount()).toBe(1)
  })

  test('stop after unsubscribing, and the market subscription ends with its last subscriber', async () => {
    const [first, second] = [connect(), connect()]
    await first.receive({ type: 'subscribe', symbols: ['AAPL', 'MSFT'] })
    await second.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(testService.market.watcherCount(), 'one subscription a symbol').toBe(2)
    await first.receive({ type: 'unsubscribe', symbols: ['AAPL', 'MSFT', 'SPY'] })
    first.takeFrames()
    testService.market.trade('AAPL', 105)
    await advanceTime(250)
    expect(first.takeFrames()).toEqual([])
    expect(lastPrices(second.takeFrames())).toContain('AAPL 105')
    expect(testService.market.watcherCount()).toBe(1)
    second.feed.onClose()
    first.feed.onClose()
    expect(testService.market.watcherCount()).toBe(0)
    expect(vi.getTimerCount(), 'no timer without connections').toBe(0)
  })

  test('are sent for at most a hundred symbols of a connection', async () => {
    const client = connect()
    client.takeFrames()
    testService.market.quote = async (symbol) => ({
      symbol,
      last: 1,
      change: 0,
      percentageChange: 0,
      volume: 1,
      time: '2026-11-20T15:00:00.000Z',
    })
    await client.receive({
      type: 'subscribe',
      symbols: Array.from({ length: 100 }, (_, index) => `S${index}`),
    })
    await client.receive({ type: 'subscribe', symbols: ['ONE', 'S1'] })
    const frames = client.takeFrames()
    expect(frames.filter(({ type }) => type === 'problem')).toMatchObject([
      { code: 'malformed-parameter', symbol: 'ONE' },
    ])
    expect(frames.at(-1)).toMatchObject({ type: 'quotes', quotes: [{ symbol: 'S1' }] })
  })
})

test('a heartbeat is sent after 15 s without a frame, and none while quotes are sent', async () => {
  const client = connect()
  await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
  client.takeFrames()
  await advanceTime(15_000)
  expect(frameTypes(client.takeFrames())).toEqual(['heartbeat'])
  await advanceTime(10_000)
  testService.market.trade('AAPL', 103)
  await advanceTime(10_000)
  expect(frameTypes(client.takeFrames())).toEqual(['quotes'])
  await advanceTime(5_500)
  expect(frameTypes(client.takeFrames())).toEqual(['heartbeat'])
})

test('the market frame is sent when the market’s state changes', async () => {
  const client = connect()
  client.takeFrames()
  await advanceTime(1000)
  testService.market.frame = { ...testService.market.frame, state: 'closed' }
  await advanceTime(500)
  expect(client.takeFrames()).toMatchObject([{ type: 'market', state: 'closed' }])
})

test.each([
  '',
  'nonsense',
  '[]',
  '{"type":"shout"}',
  '{"type":"subscribe"}',
  '{"type":"subscribe","symbols":["a b"]}',
  '{"__proto__":{"type":"ticket"}}',
])('responds to a malformed frame (%j) with a problem and stays open', async (text) => {
  const client = connect()
  client.takeFrames()
  await client.feed.receive(text)
  expect(client.takeFrames()).toMatchObject([{ type: 'problem', code: 'malformed-body' }])
  await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
  expect(frameTypes(client.takeFrames())).toEqual(['quotes'])
})

test('a frame of more than 4,096 characters, or 51 frames within a second, close the connection', async () => {
  const big = connect()
  void big.feed.receive('x'.repeat(4096))
  expect(big.closed).toBeUndefined()
  void big.feed.receive('x'.repeat(4097))
  expect(big.closed?.code).toBe(1009)
  const busy = connect()
  const send = (count: number) => {
    for (let index = 0; index < count; index++) void busy.feed.receive('{"type":"unsubscribe","symbols":[]}')
  }
  await advanceTime(1000 - (performance.now() % 1000))
  send(50)
  expect(busy.closed).toBeUndefined()
  send(1)
  expect(busy.closed?.code).toBe(4408)
})

test('a slow client skips flushes, then gets the latest values or is closed', async () => {
  const client = connect()
  await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
  client.takeFrames()
  client.buffered = 100_000
  for (const last of [110, 111, 112]) {
    testService.market.trade('AAPL', last)
    await advanceTime(250)
  }
  expect(client.takeFrames()).toEqual([])
  client.buffered = 0
  await advanceTime(250)
  expect(lastPrices(client.takeFrames())).toEqual(['AAPL 112'])
  client.buffered = 2_000_000
  await advanceTime(250)
  expect(client.closed?.code).toBe(4408)
})

describe('the end of a session', () => {
  test('closes only its own feeds, immediately', async () => {
    const otherClient = connect(await openSession('instance-2'))
    const [first, second] = [connect(), connect()]
    await testService.service.access.endSession(session)
    expect([first.closed?.code, second.closed?.code, otherClient.closed]).toEqual([4401, 4401, undefined])
    first.takeFrames()
    await first.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(first.takeFrames()).toEqual([])
  })

  test('by revocation of its key closes its feeds within 2.5 s', async () => {
    const client = connect()
    await testService.store.keys.revoke(session.keyId, Date.now())
    await advanceTime(2500)
    expect(client.closed?.code).toBe(4401)
  })
})

test('a session has at most four connections: a fifth closes the oldest', () => {
  const clients = Array.from({ length: 5 }, () => connect())
  expect(clients.map(({ closed }) => closed?.code)).toEqual([
    4408,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
