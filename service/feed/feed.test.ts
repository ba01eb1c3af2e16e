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
import { begin, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let environment: TestService
let session: SessionIdentity
beforeEach(async () => {
  vi.useFakeTimers({
    now: begin,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  environment = await makeTestService({}, memoryStore(), () => Date.now())
  session = await openSession('instance-1')
})
afterEach(() => vi.useRealTimers())

async function openSession(instance: string) {
  const { cookie } = await environment.session(instance)
  return (await environment.service.access.cookieSession({ cookies: sessionCookies(cookie), instance }))!
}

type Client = {
  feed: Feed
  /** Frames since the last call, checked against the contract. */
  take(): ServerFrame[]
  /** Waits for this many frames: tickets are hashed on another thread, which fake timers do not advance. */
  arrived(count: number): Promise<void>
  receive(frame: object): Promise<void>
  closed: { code: number; reason: string } | undefined
  buffered: number
}

function connect(sessionOrNull: SessionIdentity | null = session): Client {
  const frames: string[] = []
  const client: Client = {
    closed: undefined,
    buffered: 0,
    take: () => frames.splice(0).map((text) => v.parse(ServerFrameSchema, JSON.parse(text))),
    arrived: async (count) => {
      while (frames.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
    receive: async (frame) => {
      client.feed.receive(JSON.stringify(frame))
      await vi.advanceTimersByTimeAsync(0)
    },
    feed: undefined as unknown as Feed,
  }
  client.feed = openFeed({
    service: environment.service,
    session: sessionOrNull,
    connection: {
      send: (text) => void frames.push(text),
      close: (code, reason) => void (client.closed = { code, reason }),
      buffered: () => client.buffered,
    },
  })
  return client
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const types = (frames: ServerFrame[]) => frames.map(({ type }) => type)
const lastPrices = (frames: ServerFrame[]) =>
  frames.flatMap((frame) =>
    frame.type === 'quotes' ? frame.quotes.map(({ symbol, last }) => `${symbol} ${last}`) : [],
  )

describe('authentication', () => {
  test('a known session gets `hello` at once', () => {
    expect(connect().take()).toEqual([
      { type: 'hello', protocol: 1, heartbeatMs: 15_000 },
      { type: 'market', state: 'open', delayedSeconds: 0, simulated: true, asOf: null },
    ])
  })

  test('a ticket opens the feed once; later frames wait for it', async () => {
    const ticket = await environment.service.access.makeTicket(session)
    const client = connect(null)
    client.feed.receive(JSON.stringify({ type: 'ticket', ticket }))
    client.feed.receive(JSON.stringify({ type: 'subscribe', symbols: ['AAPL'] }))
    await client.arrived(3)
    expect(types(client.take())).toEqual(['hello', 'market', 'quotes'])

    const second = connect(null)
    await second.receive({ type: 'ticket', ticket })
    await second.arrived(1)
    expect(second.take()).toEqual([{ type: 'problem', code: 'credential-invalid' }])
    expect(second.closed?.code).toBe(1008)
  })

  test('an unauthenticated connection is closed after 5 s', async () => {
    const client = connect(null)
    await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(client.take()).toMatchObject([{ type: 'problem', code: 'credential-missing' }])
    await pass(4750)
    expect(client.closed).toBeUndefined()
    await pass(250)
    expect(client.closed?.code).toBe(1008)
    expect(client.take()).toEqual([])
  })
})

describe('quotes', () => {
  test('first every subscribed quote, then the latest value of changed ones, numbered per connection', async () => {
    const client = connect()
    client.take()
    await client.receive({ type: 'subscribe', symbols: ['aapl', 'MSFT'] })
    expect(client.take()).toMatchObject([
      { type: 'quotes', seq: 1, quotes: [{ symbol: 'AAPL' }, { symbol: 'MSFT' }] },
    ])
    await pass(1000)
    expect(client.take()).toEqual([])
    environment.market.trade('AAPL', 101)
    environment.market.trade('AAPL', 102)
    expect(client.take(), 'nothing before the flush').toEqual([])
    await pass(250)
    const frames = client.take()
    expect(frames).toMatchObject([{ type: 'quotes', seq: 2 }])
    expect(lastPrices(frames)).toEqual(['AAPL 102'])
    const second = connect()
    second.take()
    await second.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(second.take()).toMatchObject([{ type: 'quotes', seq: 1, quotes: [{ last: 102 }] }])
  })

  test('an unknown symbol gets its own problem and does not affect others', async () => {
    const client = connect()
    client.take()
    await client.receive({ type: 'subscribe', symbols: ['NOPE', 'AAPL'] })
    const frames = client.take()
    expect(frames).toMatchObject([
      { type: 'problem', code: 'symbol-unknown', symbol: 'NOPE' },
      { type: 'quotes' },
    ])
    expect(environment.market.watchers()).toBe(1)
  })

  test('stop when unsubscribed, and the market subscription ends without subscribers', async () => {
    const [first, second] = [connect(), connect()]
    await first.receive({ type: 'subscribe', symbols: ['AAPL', 'MSFT'] })
    await second.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(environment.market.watchers(), 'one subscription a symbol').toBe(2)
    await first.receive({ type: 'unsubscribe', symbols: ['AAPL', 'MSFT', 'SPY'] })
    first.take()
    environment.market.trade('AAPL', 105)
    await pass(250)
    expect(first.take()).toEqual([])
    expect(lastPrices(second.take())).toContain('AAPL 105')
    expect(environment.market.watchers()).toBe(1)
    second.feed.onClose()
    first.feed.onClose()
    expect(environment.market.watchers()).toBe(0)
    expect(vi.getTimerCount(), 'no timer without connections').toBe(0)
  })

  test('at most a hundred symbols', async () => {
    const client = connect()
    client.take()
    environment.market.quote = async (symbol) => ({
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
    const frames = client.take()
    expect(frames.filter(({ type }) => type === 'problem')).toMatchObject([
      { code: 'malformed-parameter', symbol: 'ONE' },
    ])
    expect(frames.at(-1)).toMatchObject({ type: 'quotes', quotes: [{ symbol: 'S1' }] })
  })
})

test('a heartbeat every 15 s of silence, and none while quotes arrive', async () => {
  const client = connect()
  await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
  client.take()
  await pass(15_000)
  expect(types(client.take())).toEqual(['heartbeat'])
  await pass(10_000)
  environment.market.trade('AAPL', 103)
  await pass(10_000)
  expect(types(client.take())).toEqual(['quotes'])
  await pass(5_500)
  expect(types(client.take())).toEqual(['heartbeat'])
})

test('the market frame is sent when the market’s state changes', async () => {
  const client = connect()
  client.take()
  await pass(1000)
  environment.market.frame = { ...environment.market.frame, state: 'closed' }
  await pass(500)
  expect(client.take()).toMatchObject([{ type: 'market', state: 'closed' }])
})

test.each([
  '',
  'nonsense',
  '[]',
  '{"type":"shout"}',
  '{"type":"subscribe"}',
  '{"type":"subscribe","symbols":["a b"]}',
  '{"__proto__":{"type":"ticket"}}',
])('answers a malformed frame (%j) with a problem and stays open', async (text) => {
  const client = connect()
  client.take()
  client.feed.receive(text)
  expect(client.take()).toMatchObject([{ type: 'problem', code: 'malformed-body' }])
  await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
  expect(types(client.take())).toEqual(['quotes'])
})

test('a frame that is too large, or too many frames, close the connection', async () => {
  const big = connect()
  big.feed.receive('x'.repeat(5000))
  expect(big.closed?.code).toBe(1009)
  const busy = connect()
  for (let index = 0; index < 60; index++) busy.feed.receive('{"type":"unsubscribe","symbols":[]}')
  expect(busy.closed?.code).toBe(4408)
})

test('a slow client skips flushes, then gets the latest values or is closed', async () => {
  const client = connect()
  await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
  client.take()
  client.buffered = 100_000
  for (const last of [110, 111, 112]) {
    environment.market.trade('AAPL', last)
    await pass(250)
  }
  expect(client.take()).toEqual([])
  client.buffered = 0
  await pass(250)
  expect(lastPrices(client.take())).toEqual(['AAPL 112'])
  client.buffered = 2_000_000
  await pass(250)
  expect(client.closed?.code).toBe(4408)
})

describe('the end of a session', () => {
  test('closes only its own feeds, at once', async () => {
    const stranger = connect(await openSession('instance-2'))
    const [first, second] = [connect(), connect()]
    await environment.service.access.endSession(session)
    expect([first.closed?.code, second.closed?.code, stranger.closed]).toEqual([4401, 4401, undefined])
    first.take()
    await first.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(first.take()).toEqual([])
  })

  test('by revocation or expiry is noticed within seconds', async () => {
    const client = connect()
    await environment.store.keys.revoke(session.keyId, Date.now())
    await pass(2500)
    expect(client.closed?.code).toBe(4401)
  })

  test('has at most four connections: a fifth closes the oldest', () => {
    const clients = Array.from({ length: 5 }, () => connect())
    expect(clients.map(({ closed }) => closed?.code)).toEqual([
      4408,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
