/**
 * Option quotes: one read of the chain serves all subscribers, who receive changes; other clients receive
 * nothing.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { ServerFrameSchema } from '#contract/feed.ts'
import type { OptionQuote, ServerFrame } from '#contract/feed.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { sessionCookies } from '#service/http/request/cookies.ts'
import type { Contract } from '#service/markets/market.ts'
import { osiSymbol } from '#service/markets/osi.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { openState, testKeyMarket } from '#service/markets/simulated/test-market/test-market.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { begin, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { openFeed } from './feed.ts'
import { textOf } from './shared-quote.ts'
import { createQuoteHub } from './quote-hub.ts'
import { optionKey } from './shared-options.ts'

const strikes = Array.from({ length: 14 }, (_, index) => 90 + index)
const idOf = (strike: number) => osiSymbol('AAPL', '2027-01-15', 'call', strike)

let environment: TestService
let session: SessionIdentity
/** The current quote of every contract in the chain. */
let chainQuote: { bid: number; ask: number; last: number | null }
let reads: number
let isFailing: boolean

beforeEach(async () => {
  vi.useFakeTimers({
    now: begin,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  environment = await makeTestService({}, memoryStore(), () => Date.now())
  const { cookie } = await environment.session('instance-1')
  session = (await environment.service.access.cookieSession({
    cookies: sessionCookies(cookie),
    instance: 'instance-1',
  }))!
  chainQuote = { bid: 3.8, ask: 3.9, last: null }
  reads = 0
  isFailing = false
  const contract = (strike: number): Contract => ({
    id: idOf(strike),
    expiry: '2027-01-15',
    right: 'call',
    strike,
    volume: 10,
    openInterest: 100,
    ...chainQuote,
  })
  environment.market.chain = async (symbol) => {
    reads++
    if (isFailing) throw new Error('the source is down')
    return {
      symbol,
      asOf: new Date(Date.now()),
      underlyingPrice: 100,
      style: 'american',
      contracts: symbol === 'AAPL' ? strikes.map(contract) : [],
    }
  }
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function connect() {
  const frames: string[] = []
  const feed = openFeed({
    service: environment.service,
    session,
    connection: { send: (text) => void frames.push(text), close: () => {} },
  })
  const take = () => frames.splice(0).map((text) => v.parse(ServerFrameSchema, JSON.parse(text)))
  take()
  return {
    feed,
    take,
    async receive(frame: object) {
      feed.receive(JSON.stringify(frame))
      await pass(0)
    },
  }
}
const subscribeFrame = (contracts: readonly string[], symbol = 'AAPL') => ({
  type: 'subscribe-options',
  symbol,
  contracts,
})
const optionsIn = (frames: ServerFrame[]): OptionQuote[] =>
  frames.flatMap((frame) => (frame.type === 'options' ? frame.options : []))

test('sends subscribed options at once, then changes with their time', async () => {
  const client = connect()
  await client.receive(subscribeFrame([idOf(100), idOf(101)]))
  const time = new Date(begin).toISOString()
  const quote = { bid: 3.8, ask: 3.9, last: null, time }
  expect(client.take()).toEqual([
    {
      type: 'options',
      seq: 1,
      options: [
        { id: idOf(100), ...quote },
        { id: idOf(101), ...quote },
      ],
    },
  ])
  await pass(10_000)
  expect(client.take(), 'nothing has changed').toEqual([])
  chainQuote = { bid: 3.85, ask: 3.95, last: 3.9 }
  await pass(5000)
  const frames = client.take()
  expect(frames).toMatchObject([{ type: 'options', seq: 2, options: [chainQuote, chainQuote] }])
  expect(Date.parse(optionsIn(frames)[0]!.time)).toBeGreaterThan(begin + 9_000)
})

test('sends no option to subscribers of symbols only', async () => {
  const [symbolClient, optionClient] = [connect(), connect()]
  await symbolClient.receive({ type: 'subscribe', symbols: ['AAPL'] })
  await optionClient.receive(subscribeFrame([idOf(100)]))
  chainQuote = { bid: 4, ask: 4.1, last: null }
  await pass(6000)
  expect(new Set(symbolClient.take().map(({ type }) => type))).toEqual(new Set(['quotes']))
  expect(optionClient.take().map(({ type }) => type)).toEqual(['options', 'options'])
})

test('reads a symbol’s chain at the cache’s interval, however many subscribers there are', async () => {
  const clients = Array.from({ length: 4 }, connect)
  for (const client of clients) await client.receive(subscribeFrame([idOf(100), idOf(101), idOf(102)]))
  reads = 0
  await pass(30_000)
  expect(reads).toBeGreaterThan(5)
  expect(reads).toBeLessThanOrEqual(11)
  for (const { feed } of clients) feed.onClose()
  await pass(10_000)
  reads = 0
  await pass(30_000)
  expect(reads, 'no subscribers').toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('sends a contract at most once a second', async () => {
  const client = connect()
  await client.receive(subscribeFrame([idOf(100)]))
  client.take()
  for (let step = 0; step < 100; step++) {
    chainQuote = { bid: 3 + step / 100, ask: 4, last: null }
    await pass(100)
  }
  expect(optionsIn(client.take()).length).toBeLessThanOrEqual(10)
})

test('after unsubscribing sends nothing, and other subscriptions continue', async () => {
  const client = connect()
  await client.receive(subscribeFrame([idOf(100), idOf(101)]))
  await client.receive({ type: 'unsubscribe-options', symbol: 'AAPL', contracts: [idOf(100), idOf(113)] })
  client.take()
  chainQuote = { bid: 5, ask: 5.1, last: null }
  await pass(5000)
  expect(optionsIn(client.take()).map(({ id }) => id)).toEqual([idOf(101)])
})

describe('refused subscriptions', () => {
  test('an unlisted contract, or one of an unknown symbol, gets its own problem', async () => {
    const client = connect()
    const [unlisted, listed] = [osiSymbol('AAPL', '2027-01-15', 'put', 7), idOf(100)]
    await client.receive(subscribeFrame([unlisted, listed]))
    await client.receive(subscribeFrame([listed], 'NOPE'))
    expect(client.take()).toMatchObject([
      { type: 'problem', code: 'symbol-unknown', contract: unlisted },
      { type: 'options', options: [{ id: listed }] },
      { type: 'problem', code: 'symbol-unknown', contract: listed },
    ])
  })

  test('at most twelve options, not counted as symbols', async () => {
    const client = connect()
    await client.receive(subscribeFrame(strikes.slice(0, 12).map(idOf)))
    await client.receive(subscribeFrame([idOf(102), idOf(90)]))
    await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(client.take()).toMatchObject([
      { type: 'options' },
      { type: 'problem', code: 'malformed-parameter', contract: idOf(102) },
      { type: 'options', options: [{ id: idOf(90) }] },
      { type: 'quotes' },
    ])
  })

  test.each([
    { type: 'subscribe-options', contracts: [] },
    { type: 'subscribe-options', symbol: 'AAPL', contracts: ['AAPL'] },
    { type: 'subscribe-options', symbol: 'AAPL', contracts: strikes.slice(0, 13).map(idOf) },
  ])('answers a malformed frame (%j) with a problem and stays open', async (frame) => {
    const client = connect()
    await client.receive(frame)
    expect(client.take()).toMatchObject([{ type: 'problem', code: 'malformed-body' }])
  })
})

test('if the source fails the last quote remains; new subscribers get it when the source is back', async () => {
  const first = connect()
  await first.receive(subscribeFrame([idOf(100)]))
  first.take()
  isFailing = true
  await pass(5000)
  expect(first.take()).toEqual([])
  const second = connect()
  await second.receive(subscribeFrame([idOf(100)]))
  expect(optionsIn(second.take()), 'the last known quote').toHaveLength(1)
  isFailing = false
  chainQuote = { bid: 6, ask: 6.2, last: null }
  await pass(20_000)
  expect(optionsIn(first.take())).toMatchObject([{ bid: 6 }])
  expect(optionsIn(second.take())).toMatchObject([{ bid: 6 }])
})

describe('over simulated markets', () => {
  const member = { flush: () => {} }
  const createHub = (market: ReturnType<typeof simulatedMarket>) => {
    const chain = vi.fn((symbol: string) => market.chain(symbol))
    const parts = { elapsed: () => Date.now(), log: () => {} }
    return { chain, hub: createQuoteHub(parts, { market, lookups: { quotedChain: chain } }) }
  }
  const nearTheMoney = async (market: ReturnType<typeof simulatedMarket>, symbol: string) => {
    const { contracts, underlyingPrice } = (await market.chain(symbol))!
    return contracts.toSorted(
      (a, b) => Math.abs(a.strike - underlyingPrice) - Math.abs(b.strike - underlyingPrice),
    )[0]!.id
  }

  test('options of the simulated market move with their underlying', async () => {
    const market = simulatedMarket({ seed: 1, clock: () => new Date() })
    const { hub } = createHub(market)
    const sharedQuote = hub.options.subscribe(optionKey('AAPL', await nearTheMoney(market, 'AAPL')))
    expect(await hub.options.load(sharedQuote)).toBe(true)
    const first = sharedQuote.quote
    hub.join(member)
    await pass(60_000)
    const changes = sharedQuote.version - 1
    expect(changes).toBeGreaterThan(3)
    expect(changes).toBeLessThanOrEqual(60)
    expect(JSON.parse(textOf(sharedQuote)!)).not.toEqual(first)
    hub.options.unsubscribe(sharedQuote)
    hub.leave(member)
    await market.close()
  })

  test('a static market sends each quote once, and is not polled again', async () => {
    const market = testKeyMarket(openState)
    const { hub, chain } = createHub(market)
    const sharedQuote = hub.options.subscribe(optionKey('TEST.OK', await nearTheMoney(market, 'TEST.OK')))
    expect(await hub.options.load(sharedQuote)).toBe(true)
    expect(sharedQuote.quote).toMatchObject({ time: '2026-07-08T15:00:00.000Z' })
    hub.join(member)
    await pass(60_000)
    expect(sharedQuote.version, 'the first quote is the only one').toBe(1)
    expect(chain).toHaveBeenCalledOnce()
    hub.leave(member)
    await market.close()
  })
})
