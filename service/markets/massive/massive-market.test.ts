/** The market over the stand-in: what users of the service see, and what calls it costs. */
import { expect, test } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import { openMassiveMarket } from './massive-market.ts'
import { defined, friday, openOverStandIn } from './open.fixture.ts'
import { altered, standInKey, startStandIn } from './stand-in.fixture.ts'

marketSuite('Massive, over its stand-in', async () => {
  const standIn = await startStandIn({ clock: () => friday })
  const market = openMassiveMarket({
    key: standInKey,
    host: 'delayed',
    url: standIn.url,
    universe: undefined,
    riskFreeRate: 0.04,
    log: () => {},
    clock: () => friday,
  })
  return {
    ...market,
    async close() {
      await market.close()
      await standIn.close()
    },
  }
})

test('opening makes no call', async () => {
  const { standIn, market } = await openOverStandIn()
  expect(market.source()).toBe('Massive')
  expect(standIn.requests).toEqual([])
})

test('the key is sent in the header, never in an address', async () => {
  const { standIn, market } = await openOverStandIn()
  await Promise.all([market.profile('AAPL'), market.chain('AAPL'), market.bars('AAPL'), market.quote('AAPL')])
  expect(standIn.requests.length).toBeGreaterThan(4)
  for (const { url, authorization } of standIn.requests) {
    expect(authorization).toBe(`Bearer ${standInKey}`)
    expect(url.href).not.toContain(standInKey)
  }
})

test('the universe holds the symbols with the largest volume of the latest published session, sorted', async () => {
  const { market, standIn, callsTo } = await openOverStandIn()
  standIn.data.daysWithoutData.add('2026-11-19')
  expect(await market.universe()).toEqual(['AAPL', 'BRK.B', 'MSFT', 'SPY', 'XOM'])
  expect(callsTo('/grouped/').map(({ url }) => url.pathname.split('/').at(-1))).toEqual([
    '2026-11-19',
    '2026-11-18',
  ])
})

test('a profile holds the sector, the exchange, the declared dividends and the yield', async () => {
  const { market } = await openOverStandIn()
  expect(await market.profile('XOM')).toMatchObject({
    symbol: 'XOM',
    companyName: 'Exxon Mobil Corporation',
    sector: 'Energy',
    exchange: 'NYSE',
    kind: 'stock',
    dividends: { knownThrough: null, declared: [{ exDate: '2026-12-11' }] },
  })
  expect((await market.profile('XOM'))!.dividendYield).toBeGreaterThan(0.01)
  expect(await market.profile('SPY')).toMatchObject({ kind: 'etf', sector: 'Exchange Traded Fund' })
  expect(await market.profile('BRK.B')).toMatchObject({
    dividendYield: 0,
    dividends: { knownThrough: '9999-12-31' },
  })
})

test('a symbol that is renamed overnight becomes unknown, and the new one known', async () => {
  const { market, standIn, time, events } = await openOverStandIn()
  expect((await market.bars('MSFT'))?.date.length).toBe(504)
  standIn.data.names.delete('MSFT')
  standIn.data.names.set('MSFX', 'MSFT')
  time.now = new Date('2026-11-23T18:00:00Z')
  expect(await market.profile('MSFT')).toBeUndefined()
  expect(await market.quote('MSFT')).toBeUndefined()
  expect(await market.chain('MSFT')).toBeUndefined()
  expect(await market.bars('MSFT')).toBeUndefined()
  expect(await market.quote('MSFX')).toMatchObject({ symbol: 'MSFX' })
  expect(events()).toEqual([])
})

test('an unscheduled closure is logged once and wins over the calendar', async () => {
  const { market, standIn, lines, time } = await openOverStandIn()
  standIn.fail(
    '/marketstatus/now',
    altered(() => ({ market: 'closed', earlyHours: false, afterHours: false })),
  )
  expect(market.status().state).toBe('open')
  for (let minute = 0; minute < 3; minute++) {
    const calls = standIn.requests.length
    await standIn.until(() => standIn.requests.length > calls || minute > 0)
    time.now = new Date(time.now.getTime() + 60_000)
    market.status()
  }
  await expect.poll(() => market.status().state).toBe('closed')
  const differences = lines.filter(({ event }) => event === 'market-calendar-differs')
  expect(differences.map(({ fields }) => fields)).toEqual([
    expect.objectContaining({ day: '2026-11-20', reported: 'closed', expected: 'open' }),
  ])
})

test('holidays and half days of the calendar agree with the vendor’s', async () => {
  const { market, standIn, lines, callsTo } = await openOverStandIn()
  market.status()
  await standIn.until(() => callsTo('/upcoming').length === 1)
  // Resolves after the response has been processed: the next call uses the same connection.
  await market.quote('AAPL')
  expect(lines).toEqual([])
})

test('news are of the symbol, newest first', async () => {
  const { market } = await openOverStandIn()
  const [item] = await market.news('AAPL')
  expect(item).toMatchObject({ url: expect.stringContaining('https://news.example.com/') })
})

test('a new trade shows that stocks are real time although delayed is configured', async () => {
  const standIn = await startStandIn({ clock: () => friday, timeframe: 'REAL-TIME' })
  const { market } = await openOverStandIn({ standIn })
  await market.quote('AAPL')
  expect(market.capabilities().quotes).toMatchObject({ dataClass: 'real-time' })
})

test('at a weekend, when the vendor has cleared its snapshots, a change counts from the close before the last trade’s day', async () => {
  const { market, standIn, time } = await openOverStandIn()
  time.now = new Date('2026-11-21T15:00:00Z')
  const bars = await defined(standIn.market.bars('AAPL'))
  const [thursday, fridayClose] = [bars.close.at(-2)!, bars.close.at(-1)!]
  const none = { o: 0, h: 0, l: 0, c: 0, v: 0, vw: 0 }
  standIn.fail(
    '/markets/stocks/tickers',
    altered(() => {
      const ticker = {
        ticker: 'AAPL',
        todaysChange: 0,
        todaysChangePerc: 0,
        updated: 0,
        day: none,
        min: { ...none, av: 0, n: 0, t: 0 },
        prevDay: { ...none, c: fridayClose, v: 5_000_000 },
        lastTrade: { p: fridayClose, t: Date.parse('2026-11-20T20:59:59Z') * 1e6 },
      }
      return { ticker, tickers: [ticker] }
    }),
  )
  const quote = await defined(market.quote('AAPL'))
  expect(quote).toMatchObject({ last: fridayClose, volume: 5_000_000, time: '2026-11-20T20:59:59.000Z' })
  expect(quote.change).toBeCloseTo(fridayClose - thursday, 3)
  const pushed: Quote[] = []
  market.watch(['AAPL'], (value) => pushed.push(value))
  await expect.poll(() => pushed.at(-1)).toEqual(quote)
})

test('a dividend before a split counts for the yield as it is per share of today', async () => {
  const { market, standIn } = await openOverStandIn()
  const before = await defined(market.profile('XOM'))
  const { market: later, standIn: split } = await openOverStandIn()
  split.fail(
    '/reference/splits',
    altered(() => ({
      results: [
        { ticker: 'XOM', execution_date: '2026-11-16', split_from: 1, split_to: 4 },
        { ticker: 'MSFT', execution_date: '2026-11-16', split_from: 1, split_to: 9 },
      ],
    })),
  )
  expect((await defined(later.profile('XOM'))).dividendYield).toBeCloseTo(before.dividendYield / 4, 6)
  expect(standIn.requests.length).toBeGreaterThan(0)
})

test('the names of a whole universe take a list, not a call for each symbol', async () => {
  const { market, callsTo } = await openOverStandIn()
  const unlisted = Array.from(
    { length: 30 },
    (_, i) => `Q${String.fromCharCode(65 + (i % 26))}${i < 26 ? 'A' : 'B'}`,
  )
  const profiles = await Promise.all([...unlisted, 'XOM', 'BRK.B'].map((symbol) => market.profile(symbol)))
  expect(profiles.slice(-2)).toMatchObject([
    { symbol: 'XOM', companyName: 'Exxon Mobil Corporation', exchange: 'NYSE', sector: '', marketCap: null },
    { symbol: 'BRK.B', dividends: { declared: [], knownThrough: null } },
  ])
  expect(callsTo('/v3/reference/tickers/XOM').length + callsTo('/dividends').length).toBe(0)
  expect(await market.profile('XOM')).toMatchObject({ sector: 'Energy' })
})
