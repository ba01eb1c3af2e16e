/**
 * Option quotes of a market that does not push them: one read of the chain serves all subscribers,
 * and they receive only changes. Other clients receive nothing.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { ServerFrameSchema } from '#contract/feed.ts'
import type { OptionQuote, ServerFrame } from '#contract/feed.ts'
import type { SessionIdentity } from '#service/access/environments.ts'
import { sessionCookies } from '#service/http/request/cookies.ts'
import type { Contract, Market } from '#service/markets/market.ts'
import { osiSymbol } from '#service/markets/osi.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { openState, testKeyMarket } from '#service/markets/simulated/test-market/test-market.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { testStartMs, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { openFeed } from './feed.ts'
import { quoteJson } from './shared-quote.ts'
import { defaultLimits } from '#service/shared/rate-limits.ts'
import { createMetrics } from '#service/shared/metrics.ts'
import { createQuoteHub } from './quote-hub.ts'
import { optionKey } from './shared-options.ts'

const strikes = Array.from({ length: 14 }, (_, index) => 90 + index)
const idOf = (strike: number) => osiSymbol('AAPL', '2027-01-15', 'call', strike)

let testService: TestService
let session: SessionIdentity
/** The current quote of every contract in the chain. */
let chainQuote: { bid: number; ask: number; last: number | null }
let chainReads: number
let isSourceFailing: boolean

beforeEach(async () => {
  vi.useFakeTimers({
    now: testStartMs,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
  })
  testService = await makeTestService({}, memoryStore(), () => Date.now())
  const { cookie } = await testService.session('instance-1')
  session = (await testService.service.access.cookieSession({
    cookies: sessionCookies(cookie),
    instance: 'instance-1',
  }))!
  chainQuote = { bid: 3.8, ask: 3.9, last: null }
  chainReads = 0
  isSourceFailing = false
  const contractAt = (strike: number): Contract => ({
    id: idOf(strike),
    expiry: '2027-01-15',
    right: 'call',
    strike,
    volume: 10,
    openInterest: 100,
    ...chainQuote,
  })
  testService.market.chain = async (symbol) => {
    chainReads++
    if (isSourceFailing) throw new Error('the source is down')
    return {
      symbol,
      asOf: new Date(Date.now()),
      underlyingPrice: 100,
      style: 'american',
      contracts: symbol === 'AAPL' ? strikes.map(contractAt) : [],
    }
  }
})
afterEach(() => vi.useRealTimers())

const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function connect() {
  const frames: string[] = []
  const feed = openFeed({
    service: testService.service,
    session,
    connection: { send: (text) => void frames.push(text), close: () => {} },
  })
  const takeFrames = () => frames.splice(0).map((text) => v.parse(ServerFrameSchema, JSON.parse(text)))
  takeFrames()
  return {
    feed,
    takeFrames,
    async receive(frame: object) {
      const handled = feed.receive(JSON.stringify(frame))
      await advanceTime(0)
      await handled
    },
  }
}
const subscribeFrame = (contracts: readonly string[], symbol = 'AAPL') => ({
  type: 'subscribe-options',
  symbol,
  contracts,
})
const optionQuotesIn = (frames: ServerFrame[]): OptionQuote[] =>
  frames.flatMap((frame) => (frame.type === 'options' ? frame.options : []))

test('sends subscribed options immediately, then only changes, with the time of the chain', async () => {
  const client = connect()
  await client.receive(subscribeFrame([idOf(100), idOf(101)]))
  const time = new Date(testStartMs).toISOString()
  const quote = { bid: 3.8, ask: 3.9, last: null, time }
  expect(client.takeFrames()).toEqual([
    {
      type: 'options',
      seq: 1,
      options: [
        { id: idOf(100), ...quote },
        { id: idOf(101), ...quote },
      ],
    },
  ])
  await advanceTime(10_000)
  expect(client.takeFrames(), 'nothing has changed').toEqual([])
  chainQuote = { bid: 3.85, ask: 3.95, last: 3.9 }
  await advanceTime(5000)
  const frames = client.takeFrames()
  expect(frames).toMatchObject([{ type: 'options', seq: 2, options: [chainQuote, chainQuote] }])
  expect(Date.parse(optionQuotesIn(frames)[0]!.time)).toBeGreaterThan(testStartMs + 9_000)
})

test('sends no option to subscribers of symbols only', async () => {
  const [symbolClient, optionClient] = [connect(), connect()]
  await symbolClient.receive({ type: 'subscribe', symbols: ['AAPL'] })
  await optionClient.receive(subscribeFrame([idOf(100)]))
  chainQuote = { bid: 4, ask: 4.1, last: null }
  await advanceTime(6000)
  expect(new Set(symbolClient.takeFrames().map(({ type }) => type))).toEqual(new Set(['quotes']))
  expect(optionClient.takeFrames().map(({ type }) => type)).toEqual(['options', 'options'])
})

test('reads the chain of a symbol once per cache lifetime, for any number of subscribers', async () => {
  const clients = Array.from({ length: 4 }, connect)
  for (const client of clients) await client.receive(subscribeFrame([idOf(100), idOf(101), idOf(102)]))
  chainReads = 0
  await advanceTime(30_000)
  expect(chainReads).toBeGreaterThan(5)
  expect(chainReads).toBeLessThanOrEqual(11)
  for (const { feed } of clients) feed.onClose()
  await advanceTime(10_000)
  chainReads = 0
  await advanceTime(30_000)
  expect(chainReads, 'no subscribers').toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('sends a contract at most once a second', async () => {
  const client = connect()
  await client.receive(subscribeFrame([idOf(100)]))
  client.takeFrames()
  for (let step = 0; step < 100; step++) {
    chainQuote = { bid: 3 + step / 100, ask: 4, last: null }
    await advanceTime(100)
  }
  expect(optionQuotesIn(client.takeFrames()).length).toBeLessThanOrEqual(10)
})

test('after unsubscribing sends nothing, and other subscriptions continue', async () => {
  const client = connect()
  await client.receive(subscribeFrame([idOf(100), idOf(101)]))
  await client.receive({ type: 'unsubscribe-options', symbol: 'AAPL', contracts: [idOf(100), idOf(113)] })
  client.takeFrames()
  chainQuote = { bid: 5, ask: 5.1, last: null }
  await advanceTime(5000)
  expect(optionQuotesIn(client.takeFrames()).map(({ id }) => id)).toEqual([idOf(101)])
})

describe('refused subscriptions', () => {
  test('an unlisted contract, or one of an unknown symbol, gets its own problem', async () => {
    const client = connect()
    const [unlisted, listed] = [osiSymbol('AAPL', '2027-01-15', 'put', 7), idOf(100)]
    await client.receive(subscribeFrame([unlisted, listed]))
    await client.receive(subscribeFrame([listed], 'NOPE'))
    expect(client.takeFrames()).toMatchObject([
      { type: 'problem', code: 'symbol-unknown', contract: unlisted },
      { type: 'options', options: [{ id: listed }] },
      { type: 'problem', code: 'symbol-unknown', contract: listed },
    ])
  })

  test('options above the maximum of twelve are refused; options do not count as symbols', async () => {
    const client = connect()
    await client.receive(subscribeFrame(strikes.slice(0, 12).map(idOf)))
    await client.receive(subscribeFrame([idOf(102), idOf(90)]))
    await client.receive({ type: 'subscribe', symbols: ['AAPL'] })
    expect(client.takeFrames()).toMatchObject([
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
  ])('responds to a malformed frame (%j) with a problem and stays open', async (frame) => {
    const client = connect()
    await client.receive(frame)
    expect(client.takeFrames()).toMatchObject([{ type: 'problem', code: 'malformed-body' }])
  })
})

test('while the source fails, new subscribers get the last quote; afterwards all get the new one', async () => {
  const first = connect()
  await first.receive(subscribeFrame([idOf(100)]))
  first.takeFrames()
  isSourceFailing = true
  await advanceTime(5000)
  expect(first.takeFrames()).toEqual([])
  const second = connect()
  await second.receive(subscribeFrame([idOf(100)]))
  expect(optionQuotesIn(second.takeFrames()), 'the last quote').toHaveLength(1)
  isSourceFailing = false
  chainQuote = { bid: 6, ask: 6.2, last: null }
  await advanceTime(20_000)
  expect(optionQuotesIn(first.takeFrames())).toMatchObject([{ bid: 6 }])
  expect(optionQuotesIn(second.takeFrames())).toMatchObject([{ bid: 6 }])
})

describe('over simulated markets', () => {
  const member = { flush: () => {} }
  const createHub = (market: ReturnType<typeof simulatedMarket>) => {
    const chain = vi.fn((symbol: string) => market.chain(symbol))
    const reports = { elapsed: () => Date.now(), log: () => {}, metrics: createMetrics() }
    const parts = { ...reports, config: { limits: defaultLimits } }
    return { chain, hub: createQuoteHub(parts, { market, lookups: { quotedChain: chain } }) }
  }
  const nearTheMoneyId = async (market: ReturnType<typeof simulatedMarket>, symbol: string) => {
    const { contracts, underlyingPrice } = (await market.chain(symbol))!
    return contracts.toSorted(
      (a, b) => Math.abs(a.strike - underlyingPrice) - Math.abs(b.strike - underlyingPrice),
    )[0]!.id
  }

  test('options of the simulated market move with their underlying', async () => {
    const market = simulatedMarket({ seed: 1, clock: () => new Date() })
    const { hub } = createHub(market)
    const sharedQuote = hub.options.subscribe(optionKey('AAPL', await nearTheMoneyId(market, 'AAPL')))
    expect(await hub.options.load(sharedQuote)).toBe(true)
    const first = sharedQuote.quote
    hub.join(member)
    await advanceTime(60_000)
    const changes = sharedQuote.version - 1
    expect(changes).toBeGreaterThan(3)
    expect(changes).toBeLessThanOrEqual(60)
    expect(JSON.parse(quoteJson(sharedQuote)!)).not.toEqual(first)
    hub.options.unsubscribe(sharedQuote)
    hub.leave(member)
    await market.close()
  })

  test('a static market sends each quote once, and is not polled again', async () => {
    const market = testKeyMarket(openState)
    const { hub, chain } = createHub(market)
    const sharedQuote = hub.options.subscribe(optionKey('TEST.OK', await nearTheMoneyId(market, 'TEST.OK')))
    expect(await hub.options.load(sharedQuote)).toBe(true)
    expect(sharedQuote.quote).toMatchObject({ time: '2026-07-08T15:00:00.000Z' })
    hub.join(member)
    await advanceTime(60_000)
    expect(sharedQuote.version, 'the first quote is the only one').toBe(1)
    expect(chain).toHaveBeenCalledOnce()
    hub.leave(member)
    await market.close()
  })

  test.each([
    { hasNewDays: true, polls: 'is polled' },
    { hasNewDays: false, polls: 'is not polled' },
  ])('recorded data $polls if new days arrive: $hasNewDays', async ({ hasNewDays }) => {
    const simulated = simulatedMarket({ seed: 1, clock: () => new Date() })
    const market: Market = {
      ...simulated,
      status: () => ({ ...simulated.status(), asOf: '2026-11-19T21:00:00Z' }),
      ...(hasNewDays && { onNewDay: () => () => {} }),
    }
    const { hub, chain } = createHub(market)
    const sharedQuote = hub.options.subscribe(optionKey('AAPL', await nearTheMoneyId(market, 'AAPL')))
    hub.join(member)
    await advanceTime(10_000)
    expect(chain.mock.calls.length > 0).toBe(hasNewDays)
    hub.options.unsubscribe(sharedQuote)
    hub.leave(member)
    await market.close()
  })
})
