import { expect, test } from 'vitest'
import { marketSuite } from '#service/markets/market.suite.ts'
import { parallelChainCalls } from './chains.ts'
import { openTradier } from './open-tradier.fixture.ts'
import { startStandIn, standInToken } from './stand-in.fixture.ts'
import { openTradierMarket } from './tradier-market.ts'

marketSuite('tradier over the stand-in', async () => {
  const standIn = await startStandIn()
  const market = openTradierMarket({
    token: standInToken,
    host: 'production',
    url: standIn.url,
    universe: ['AAPL', 'BRK.B', 'KO', 'SPY'],
    riskFreeRate: 0.042,
    log: () => {},
    clock: () => standIn.state.now,
    perMinute: null,
  })
  return {
    ...market,
    async close() {
      await market.close()
      standIn.close()
    },
  }
})

test('says which data it has, and that its licence restricts it', async () => {
  const { market } = await openTradier()
  const provision = { source: 'Tradier', isLicensed: true, state: 'working', delayedSeconds: 0 }
  expect(market.source()).toBe('Tradier')
  expect(market.capabilities()).toEqual({
    quotes: { ...provision, dataClass: 'real-time' },
    chains: { ...provision, dataClass: 'real-time' },
    bars: { ...provision, dataClass: 'end-of-day' },
    profiles: { ...provision, dataClass: 'end-of-day' },
    dividends: null,
    earnings: null,
    news: null,
    volatility: null,
  })
  expect(market.status()).toMatchObject({ state: 'open', delayedSeconds: 0, simulated: false, asOf: null })
})

test('the quotes that one event-loop tick requests share a call', async () => {
  const { market, standIn } = await openTradier()
  const symbols = ['AAPL', 'KO', 'BRK.B', 'NO-SUCH', 'KO']
  const quotes = await Promise.all(symbols.map((symbol) => market.quote(symbol)))
  expect(quotes.map((quote) => quote?.symbol)).toEqual(['AAPL', 'KO', 'BRK.B', undefined, 'KO'])
  expect(standIn.calls('/v1/markets/quotes').map(({ query }) => query.get('symbols'))).toEqual([
    'AAPL,KO,BRK/B,NO-SUCH',
  ])
})

test('an index of 6,000 names takes 24 calls', async () => {
  const { market, standIn } = await openTradier()
  await Promise.all(Array.from({ length: 6000 }, (_, index) => market.profile(`X${index}`)))
  expect(standIn.calls('/v1/markets/quotes')).toHaveLength(24)
})

test('share classes and indices have other names at Tradier, and option symbols no slash', async () => {
  const { market, standIn } = await openTradier({ standIn: { symbols: ['BRK/B', 'SPX', 'SPY'] } })
  standIn.rename('SPY', 'SPX')
  standIn.state.overrides.set('SPX', { type: 'index', description: 'S&P 500 Index' })
  expect(await market.profile('BRK.B')).toMatchObject({ symbol: 'BRK.B', kind: 'stock' })
  const chain = await market.chain('BRK.B')
  expect(chain?.contracts[0]?.id).toMatch(/^BRKB\d{6}[CP]\d{8}$/)
  for (const symbol of ['SPX', '^SPX']) {
    expect(await market.profile(symbol)).toMatchObject({ symbol, kind: 'index' })
    expect(await market.chain(symbol)).toMatchObject({ symbol, style: 'european' })
    expect(await market.quote(symbol)).toMatchObject({ symbol })
  }
  expect((await market.bars('BRK.B'))?.date.length).toBeGreaterThan(500)
  expect(standIn.calls('/v1/markets/history')[0]?.query.get('symbol')).toBe('BRK/B')
})

test('option symbols and text that is no ticker are never requested as symbols', async () => {
  const { market, standIn } = await openTradier()
  for (const symbol of ['F270115C00010000', 'a,b', 'AAPL,KO', 'AAPL&greeks=true', '']) {
    expect(await market.quote(symbol)).toBeUndefined()
    expect(await market.chain(symbol)).toBeUndefined()
  }
  expect(standIn.calls('/v1/markets/quotes')).toEqual([])
})

test('names tell leveraged funds from others, and the range of 52 weeks is of the last bar’s day', async () => {
  const { market, standIn } = await openTradier()
  const names: [string, string][] = [
    ['ProShares UltraPro QQQ', 'leveraged-etf'],
    ['Direxion Daily Semiconductor Bull 3X Shares', 'leveraged-etf'],
    ['ProShares Short S&P500', 'leveraged-etf'],
    ['iShares Short Treasury Bond ETF', 'etf'],
    ['JPMorgan Ultra-Short Income ETF', 'etf'],
  ]
  for (const [description, kind] of names) {
    standIn.state.overrides.set('KO', { type: 'etf', description, week_52_low: '50', week_52_high: 70 })
    const { market: next } = await openTradier({ url: standIn.url })
    expect(await next.profile('KO'), description).toMatchObject({
      companyName: description,
      kind,
      yearRange: { low: 50, high: 70, day: '2026-11-19' },
    })
  }
  expect(await market.bars('KO').then((bars) => bars?.date.at(-1))).toBe('2026-11-19')
})

test('numbers as text give the same values', async () => {
  const read = async (textNumbers: boolean) => {
    const { market, standIn } = await openTradier()
    standIn.state.textNumbers = textNumbers
    return [
      await market.quote('AAPL'),
      await market.chain('AAPL'),
      await market.bars('AAPL'),
      await market.profile('AAPL'),
    ]
  }
  expect(await read(true)).toEqual(await read(false))
})

test('greeks are not requested, and not used if they come: they are of the hour before', async () => {
  const { market, standIn } = await openTradier()
  const chain = await market.chain('AAPL')
  for (const { query } of standIn.calls('/v1/markets/options/chains')) expect(query.has('greeks')).toBe(false)
  const { market: withGreeks, standIn: other } = await openTradier()
  other.state.greeksAnyway = true
  const sameChain = await withGreeks.chain('AAPL')
  expect(sameChain).toEqual(chain)
  expect(Object.keys(sameChain!.contracts[0]!).toSorted()).toEqual([
    'ask',
    'bid',
    'expiry',
    'id',
    'last',
    'openInterest',
    'right',
    'strike',
    'volume',
  ])
})

test('missing numbers of a contract are no quote, and adjusted contracts are omitted', async () => {
  const { market, standIn, pass } = await openTradier()
  const [first, second, third] = (await market.chain('KO'))!.contracts
  standIn.state.overrides.set(first!.id, { bid: 'NaN', ask: null, last: 'NaN', open_interest: null })
  standIn.state.overrides.set(second!.id, { contract_size: 120 })
  standIn.state.overrides.set(third!.id, { symbol: third!.id.replace('KO', 'KO1') })
  pass(60_001)
  const contracts = (await market.chain('KO'))!.contracts
  expect(contracts[0]).toMatchObject({ id: first!.id, bid: 0, ask: 0, last: null, openInterest: null })
  expect(contracts.map(({ id }) => id)).not.toContain(second!.id)
  expect(contracts.map(({ strike, right, expiry }) => [expiry, strike, right])).not.toContainEqual([
    third!.expiry,
    third!.strike,
    third!.right,
  ])
})

test('a chain is one call per expiry, a bounded number at once, and is cached for a minute', async () => {
  const { market, standIn, pass } = await openTradier()
  const [chain] = await Promise.all([market.chain('SPY'), market.chain('SPY')])
  const expiries = new Set(chain!.contracts.map(({ expiry }) => expiry))
  const calls = () => standIn.calls('/v1/markets/options/chains')
  expect(expiries.size).toBeGreaterThan(parallelChainCalls)
  expect(calls()).toHaveLength(expiries.size)
  expect(
    standIn.calls('/v1/markets/options/expirations').map(({ query }) => query.get('includeAllRoots')),
  ).toEqual(['true'])
  pass(59_999)
  await market.chain('SPY')
  expect(calls()).toHaveLength(expiries.size)
  pass(2)
  await market.chain('SPY')
  expect(calls()).toHaveLength(2 * expiries.size)
})

test('a quote does not wait for a chain that was requested before it', async () => {
  const { market, standIn } = await openTradier()
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  standIn.fail('/v1/markets/options/chains', { kind: 'held', until })
  const chain = market.chain('SPY')
  await expect.poll(() => standIn.calls('/v1/markets/options/chains').length).toBeGreaterThan(0)
  expect((await market.quote('KO'))?.symbol).toBe('KO')
  release()
  expect((await chain)?.contracts.length).toBeGreaterThan(0)
})

test('after the close, a chain is of the close', async () => {
  const { market, standIn } = await openTradier({ standIn: { now: new Date('2026-11-21T03:00:00Z') } })
  const { contracts } = (await market.chain('KO'))!
  const closeMs = Date.parse('2026-11-20T21:00:00Z')
  for (const { id } of contracts)
    standIn.state.overrides.set(id, { bid_date: closeMs, ask_date: closeMs - 5000, trade_date: 0 })
  const { market: next } = await openTradier({ url: standIn.url, clock: () => standIn.state.now })
  expect((await next.chain('KO'))?.asOf).toEqual(new Date(closeMs))
})

test('bars are of the regular session and requested again after the next close', async () => {
  const { market, standIn, pass } = await openTradier()
  const calls = () => standIn.calls('/v1/markets/history')
  expect((await market.bars('KO'))?.date.at(-1)).toBe('2026-11-19')
  expect(Object.fromEntries(calls()[0]!.query)).toEqual({
    symbol: 'KO',
    interval: 'daily',
    start: '2024-01-05',
    end: '2026-11-20',
    session_filter: 'open',
  })
  const untilClose = Date.parse('2026-11-20T21:00:00Z') - standIn.state.now.getTime()
  pass(untilClose - 1)
  await market.bars('KO')
  expect(calls()).toHaveLength(1)

  standIn.state.now = new Date('2026-11-20T21:00:01Z')
  standIn.state.emptyDays.add('2026-11-20')
  pass(2)
  // The new bar is missing, so the history is requested again soon.
  expect((await market.bars('KO'))?.date.at(-1)).toBe('2026-11-19')
  standIn.state.emptyDays.clear()
  pass(600_000)
  expect((await market.bars('KO'))?.date.at(-1)).toBe('2026-11-20')
  pass(600_000)
  await market.bars('KO')
  expect(calls()).toHaveLength(3)
})

test('a symbol without options has an empty chain, one without history no bars', async () => {
  const { market, standIn } = await openTradier()
  standIn.fail('/expirations', { kind: 'text', text: '{"expirations":null}' })
  standIn.fail('/history', { kind: 'text', text: '{"history":null}' })
  expect(await market.chain('KO')).toMatchObject({ symbol: 'KO', contracts: [] })
  expect((await market.chain('KO'))?.underlyingPrice).toBeGreaterThan(0)
  expect((await market.bars('KO'))?.date).toEqual([])
})
