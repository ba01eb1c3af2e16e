import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeCodes, type ServerFrame } from '#contract/feed.ts'
import { makeState } from '#app/state/app-state.ts'
import { useLive } from '#app/state/live.ts'
import { fakeService, fakeWindow } from '#app/testing/fake-network.ts'
import type { Api } from './api.ts'
import { backOff } from './back-off.ts'
import { openFeed } from './feed.ts'
import type { Stop } from '#app/state/stop.ts'
import { makeClient } from './client.ts'
import { makeSubscriptions } from './subscriptions.ts'

/** A socket whose other end is the test. */
class FakeSocket {
  static all: FakeSocket[] = []
  readonly url: string
  readonly sent: unknown[] = []
  closed = false
  onopen: (() => void) | undefined
  onmessage: ((event: { data: string }) => void) | undefined
  onclose: ((event: { code: number }) => void) | undefined

  constructor(url: URL) {
    this.url = url.href
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  say(frame: ServerFrame) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  greet() {
    this.onopen?.()
    this.say({ type: 'hello', protocol: 1, heartbeatMs: 15_000 })
  }
}

const live = useLive.of(makeState())
let api: Api
let page: EventTarget
let paints: (() => void)[] = []
let stops: Stop[] = []
const renew = vi.fn<() => Promise<boolean>>()
const paint = () => {
  for (const one of paints.splice(0)) one()
}
const last = () => FakeSocket.all.at(-1) as FakeSocket
const quote = (symbol: string, price: number) => ({
  symbol,
  last: price,
  change: 1,
  percentageChange: 1,
  volume: 1,
  time: '2026-11-20T20:00:00Z',
})
const quotes = (...list: ReturnType<typeof quote>[]): ServerFrame => ({
  type: 'quotes',
  seq: 1,
  quotes: list,
})
const settle = () => vi.advanceTimersByTimeAsync(0)

let over = false
async function open(needsTicket = false) {
  stops.push(openFeed({ api, live, access: () => ({ instance: 'abc', needsTicket, renew, over }) }))
  await settle()
}
const watching = async (...symbols: string[]) => {
  const stop = api.subscriptions.subscribe(symbols)
  stops.push(stop)
  await settle()
  return stop
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  page = fakeWindow()
  api = { client: makeClient(), subscriptions: makeSubscriptions() }
  FakeSocket.all = []
  paints = []
  stops = []
  renew.mockReset().mockResolvedValue(true)
  over = false
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => paints.push(paint))
  vi.stubGlobal('cancelAnimationFrame', () => (paints = []))
  vi.stubGlobal('navigator', { onLine: true })
  live.setState(live.getInitialState(), true)
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('connecting', () => {
  test('names the instance; a ticket goes first where there is no cookie', async () => {
    fakeService(({ method, path }) =>
      method === 'POST' && path === '/feed/ticket' ? { body: { ticket: 't1' } } : undefined,
    )
    await open(true)
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(1))
    expect(last().url).toBe('wss://widget.example/feed?instance=abc')
    last().greet()
    expect(last().sent[0]).toEqual({ type: 'ticket', ticket: 't1' })
  })

  test('asks for what is already watched once it is greeted, and not before', async () => {
    await watching('AAPL', 'MSFT')
    await open()
    expect(last().sent).toEqual([])
    last().greet()
    await settle()
    expect(last().sent).toEqual([{ type: 'subscribe', symbols: ['AAPL', 'MSFT'] }])
  })
})

describe('subscriptions', () => {
  beforeEach(async () => {
    await open()
    last().greet()
    await settle()
  })

  test('are counted: the last one who leaves turns off the light', async () => {
    const one = await watching('AAPL')
    const other = await watching('AAPL', 'KO')
    one()
    await settle()
    other()
    await settle()
    expect(last().sent).toEqual([
      { type: 'subscribe', symbols: ['AAPL'] },
      { type: 'subscribe', symbols: ['KO'] },
      { type: 'unsubscribe', symbols: ['AAPL', 'KO'] },
    ])
  })

  test('a row that scrolls out and in again within a turn costs nothing', async () => {
    const stop = await watching('AAPL')
    stop()
    await watching('AAPL')
    expect(last().sent).toEqual([{ type: 'subscribe', symbols: ['AAPL'] }])
  })

  test('never exceed a hundred', async () => {
    await watching(...Array.from({ length: 120 }, (_, index) => `S${index}`))
    expect((last().sent[0] as { symbols: string[] }).symbols).toHaveLength(100)
  })

  test('to options are told apart, by their symbols, twelve at most', async () => {
    await watching('AAPL', 'AAPL AAPL270115C00240000', 'AAPL AAPL270115P00210000', 'KO KO270115C00070000')
    const [leave] = [await watching('AAPL AAPL270319C00240000')]
    leave()
    await settle()
    expect(last().sent).toEqual([
      { type: 'subscribe', symbols: ['AAPL'] },
      {
        type: 'subscribe-options',
        symbol: 'AAPL',
        contracts: ['AAPL270115C00240000', 'AAPL270115P00210000'],
      },
      { type: 'subscribe-options', symbol: 'KO', contracts: ['KO270115C00070000'] },
      { type: 'subscribe-options', symbol: 'AAPL', contracts: ['AAPL270319C00240000'] },
      { type: 'unsubscribe-options', symbol: 'AAPL', contracts: ['AAPL270319C00240000'] },
    ])
    await watching(...Array.from({ length: 20 }, (_, index) => `F F27011500${index}`))
    const told = last().sent.slice(5) as { type: string; symbol: string; contracts: string[] }[]
    expect(told.map(({ type, symbol, contracts }) => [type, symbol, contracts.length])).toEqual([
      ['unsubscribe-options', 'AAPL', 2],
      ['unsubscribe-options', 'KO', 1],
      ['subscribe-options', 'F', 12],
    ])
  })
})

describe('quotes', () => {
  test('reach the store once per animation frame, the latest only', async () => {
    await open()
    last().greet()
    paint()
    const written = vi.fn()
    stops.push(live.subscribe(written))
    for (let price = 1; price <= 50; price++) last().say(quotes(quote('AAPL', price)))
    expect(written).not.toHaveBeenCalled()
    paint()
    expect(written).toHaveBeenCalledOnce()
    expect(live.getState().quotes['AAPL']?.last).toBe(50)
  })

  test('of options reach the store with those of symbols, the latest only', async () => {
    await open()
    last().greet()
    const option = { id: 'AAPL270115C00240000', bid: 3.8, ask: 3.9, last: null, time: '2026-11-20T20:00:00Z' }
    last().say({ type: 'options', seq: 1, options: [option] })
    last().say({ type: 'options', seq: 2, options: [{ ...option, bid: 3.85 }] })
    last().say(quotes(quote('AAPL', 7)))
    paint()
    expect(live.getState()).toMatchObject({
      options: { [option.id]: { bid: 3.85 } },
      quotes: { AAPL: { last: 7 } },
    })
  })

  test('nothing is written while there are no animation frames: a hidden tab does nothing', async () => {
    await open()
    last().greet()
    last().say(quotes(quote('AAPL', 7)))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(live.getState().quotes).toEqual({})
  })

  test('what makes no sense is ignored', async () => {
    await open()
    last().greet()
    for (const data of ['', 'null', '{"type":"quotes","quotes":[{"symbol":1}]}', '{"type":"other"}'])
      last().onmessage?.({ data })
    paint()
    expect(live.getState()).toMatchObject({ quotes: {}, connection: 'live' })
  })
})

describe('a lost connection', () => {
  test('waits between nothing and a growing limit', () => {
    expect([0, 1, 2, 3].map((attempt) => backOff(attempt, () => 1))).toEqual([500, 1000, 2000, 4000])
    expect(backOff(20, () => 1)).toBe(30_000)
    expect(backOff(3, () => 0.25)).toBe(1000)
  })

  test('keeps the quotes, comes back by itself and subscribes again', async () => {
    await watching('AAPL')
    await open()
    last().greet()
    last().say(quotes(quote('AAPL', 7)))
    paint()
    last().onclose?.({ code: 1006 })
    expect(live.getState()).toMatchObject({
      connection: 'reconnecting',
      stale: false,
      quotes: { AAPL: { last: 7 } },
    })
    await vi.advanceTimersByTimeAsync(500)
    expect(FakeSocket.all).toHaveLength(2)
    last().greet()
    await settle()
    paint()
    expect(last().sent).toEqual([{ type: 'subscribe', symbols: ['AAPL'] }])
    expect(live.getState().connection).toBe('live')
  })

  test('is called stale since the time of a market whose clock stands still', async () => {
    await open()
    last().greet()
    const now = '2026-07-08T15:00:00.000Z'
    last().say({ type: 'market', state: 'open', delayedSeconds: 0, simulated: true, asOf: null, now })
    paint()
    expect(live.getState().lastFrameAt).toBe(Date.parse(now))
    last().say({ type: 'heartbeat' })
    paint()
    expect(live.getState().lastFrameAt, 'with every frame').toBe(Date.parse(now))
  })

  test('is called stale after five seconds, and live again with the first frame', async () => {
    await open()
    last().greet()
    paint()
    last().onclose?.({ code: 1006 })
    await vi.advanceTimersByTimeAsync(4900)
    expect(live.getState().stale).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(live.getState().stale).toBe(true)
    last().greet()
    paint()
    expect(live.getState()).toMatchObject({ stale: false, connection: 'live' })
  })

  test('is also one that falls silent for twice the heartbeat', async () => {
    await open()
    last().greet()
    paint()
    await vi.advanceTimersByTimeAsync(29_000)
    last().say({ type: 'heartbeat' })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(FakeSocket.all).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(FakeSocket.all[0]?.closed).toBe(true)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('tries ever more seldom, and at once when the network is back', async () => {
    await open()
    for (const delay of [500, 1000, 2000]) {
      last().onclose?.({ code: 1006 })
      const before = FakeSocket.all.length
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(FakeSocket.all).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(FakeSocket.all).toHaveLength(before + 1)
    }
    last().onclose?.({ code: 1006 })
    const before = FakeSocket.all.length
    page.dispatchEvent(new Event('online'))
    await settle()
    expect(FakeSocket.all).toHaveLength(before + 1)
  })

  test.each([closeCodes.sessionEnded, closeCodes.unauthenticated])(
    'refused with %i gets a new session first',
    async (code) => {
      await open()
      last().greet()
      last().onclose?.({ code })
      await vi.advanceTimersByTimeAsync(500)
      expect(renew).toHaveBeenCalledOnce()
      expect(FakeSocket.all).toHaveLength(2)
    },
  )

  test('refused without a new session for now, it keeps trying until there is one', async () => {
    renew.mockResolvedValueOnce(false)
    await open()
    last().onclose?.({ code: closeCodes.sessionEnded })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(FakeSocket.all).toHaveLength(2)
    last().onclose?.({ code: closeCodes.sessionEnded })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(renew).toHaveBeenCalledTimes(2)
    last().greet()
    paint()
    expect(live.getState().connection).toBe('live')
  })

  test('refused a ticket for want of a session, it gets a new session', async () => {
    let valid = false
    renew.mockImplementation(() => Promise.resolve((valid = true)))
    fakeService(() => (valid ? { body: { ticket: 't1' } } : 'session-ended'))
    await open(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(renew).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(1))
  })

  test('refused without a new session stays closed', async () => {
    over = true
    renew.mockResolvedValue(false)
    await open()
    last().greet()
    paint()
    last().onclose?.({ code: closeCodes.sessionEnded })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeSocket.all).toHaveLength(1)
    expect(live.getState()).toMatchObject({ connection: 'offline', stale: true })
  })
})

test('leaving for the back/forward cache closes the socket, coming back opens it', async () => {
  await open()
  last().greet()
  page.dispatchEvent(new Event('pagehide'))
  expect(last().closed).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.all).toHaveLength(1)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await settle()
  expect(FakeSocket.all).toHaveLength(2)
})

test('stopped, it closes and never comes back', async () => {
  await open()
  last().greet()
  for (const stop of stops.splice(0)) stop()
  expect(last().closed).toBe(true)
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.all).toHaveLength(1)
})
