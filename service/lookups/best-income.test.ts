import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { bestIncomeOrders } from '#contract/responses/lists/best-income-orders.ts'
import { BestIncomeQuerySchema, BestIncomeSchema } from '#contract/responses/lists/best-income.ts'
import type { BestTrade } from '#contract/responses/lists/best-income.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { batch, trade } from '#service/store/store.fixture.ts'
import { readBestIncome } from './best-income.ts'

const tradeOf = (symbol: string, change: Partial<BestTrade> = {}): BestTrade => ({
  ...trade(symbol),
  ...change,
})
const trades = [
  tradeOf('CALL', {
    legType: 'Call',
    serviceScore: 110,
    price: 40,
    annualizedReturn: 0.3,
    daysToEarnings: 10,
  }),
  tradeOf('CALL', {
    legType: 'Call',
    serviceScore: 104,
    price: 40,
    annualizedReturn: 0.2,
    daysUntilExpiry: 9,
    daysToEarnings: 10,
  }),
  tradeOf('RICH', { serviceScore: 103, price: 900, annualizedReturn: 0.08, impliedVolatilityRank: 90 }),
  tradeOf('NEW', {
    serviceScore: 101,
    price: 20,
    annualizedReturn: 0.25,
    impliedVolatilityRank: null,
    daysToEarnings: null,
  }),
  tradeOf('PLAIN', { serviceScore: 99, price: 100, annualizedReturn: 0.15, impliedVolatilityRank: 30 }),
]

let batches: ReturnType<typeof memoryBatches>
beforeEach(async () => {
  batches = memoryBatches()
  await batches.publish(batch('b1'), trades)
})

const request = async (query: Record<string, string> = {}) => {
  const result = await readBestIncome(batches, v.parse(BestIncomeQuerySchema, query))
  v.parse(BestIncomeSchema, result)
  return result
}
const labelsOf = async (query: Record<string, string>) =>
  (await request(query)).trades.map(({ symbol, serviceScore }) => `${symbol} ${serviceScore}`)

test('returns the best trade of each symbol, ordered by score and return', async () => {
  expect(await labelsOf({})).toEqual(['CALL 110', 'RICH 103', 'NEW 101', 'PLAIN 99'])
})

test.each<[Record<string, string>, string[]]>([
  [{ legtype: 'put' }, ['RICH 103', 'NEW 101', 'PLAIN 99']],
  [{ minPrice: '40', maxPrice: '100' }, ['CALL 110', 'PLAIN 99']],
  [{ minYield: '0.15' }, ['CALL 110', 'NEW 101', 'PLAIN 99']],
  [{ minIvRank: '45' }, ['CALL 110', 'RICH 103']],
  [{ minIvRank: '0' }, ['CALL 110', 'RICH 103', 'PLAIN 99']],
  // A trade with an unknown value does not match; another trade of the first symbol does.
  [{ noEarnings: 'true' }, ['CALL 104', 'RICH 103', 'PLAIN 99']],
  [{ symbols: 'plain, rich,NONE,PLAIN' }, ['RICH 103', 'PLAIN 99']],
  [{ symbols: 'PLAIN,RICH', legtype: 'call' }, []],
  [{ noEarnings: 'false' }, ['CALL 110', 'RICH 103', 'NEW 101', 'PLAIN 99']],
])('filters by %j', async (query, symbols) => expect(await labelsOf(query)).toEqual(symbols))

test.each<[Record<string, string>, string[]]>([
  [{ maxCash: '4000' }, ['CASH 90']],
  // A covered call needs the shares.
  [{ maxCash: '9500', legtype: 'call' }, ['CASH 90']],
  [{ minProbability: '0.8' }, ['SAFE 95']],
  [{ maxDelta: '0.2' }, ['SAFE 95']],
  [{ minDays: '30', maxDays: '60' }, ['LATER 97']],
  [{ maxSpread: '0.02' }, ['SAFE 95']],
  [{ minOpenInterest: '1000' }, ['SAFE 95']],
  [{ minIvPercentile: '80' }, ['LATER 97']],
  [{ noDividend: 'true' }, ['LATER 97', 'SAFE 95', 'CASH 90']],
  [{ trend: 'Bearish' }, ['SAFE 95']],
  [{ sector: 'Energy' }, ['LATER 97']],
])('screens all trades by %j; a trade with an unknown value does not match', async (query, symbols) => {
  batches = memoryBatches()
  await batches.publish(batch('b1'), [
    tradeOf('DIVIDEND', { serviceScore: 99, warnings: ['dividend-before-expiry'] }),
    tradeOf('LATER', {
      serviceScore: 97,
      daysUntilExpiry: 45,
      sector: 'Energy',
      impliedVolatilityPercentile: 90,
      openInterest: null,
      trend: null,
      delta: null,
    }),
    tradeOf('SAFE', {
      serviceScore: 95,
      probability: 0.9,
      delta: -0.1,
      spread: 0.01,
      openInterest: 5000,
      trend: 'Bearish',
      impliedVolatilityPercentile: null,
    }),
    tradeOf('CASH', { serviceScore: 90, legType: 'Call', price: 40, strike: 45 }),
  ])
  expect(await labelsOf(query)).toEqual(symbols)
})

test.each<[Record<string, string>, string[]]>([
  [{ sort: 'annualizedReturn' }, ['CALL 110', 'NEW 101', 'PLAIN 99', 'RICH 103']],
  // The first trade of a symbol is the first in the order.
  [{ sort: 'annualizedReturn', order: 'asc' }, ['RICH 103', 'PLAIN 99', 'CALL 104', 'NEW 101']],
  [{ sort: 'symbol', order: 'asc' }, ['CALL 110', 'NEW 101', 'PLAIN 99', 'RICH 103']],
  [{ sort: 'days', order: 'asc' }, ['CALL 104', 'RICH 103', 'NEW 101', 'PLAIN 99']],
  [{ sort: 'score', order: 'asc' }, ['PLAIN 99', 'NEW 101', 'RICH 103', 'CALL 104']],
  // Unknown values are last in both directions.
  [{ sort: 'ivRank', order: 'asc' }, ['PLAIN 99', 'CALL 110', 'RICH 103', 'NEW 101']],
  [{ sort: 'ivRank', limit: '1' }, ['RICH 103']],
])('sorts all trades by %j', async (query, labels) => expect(await labelsOf(query)).toEqual(labels))

test('sorts by cash, premium, delta and every other order, whatever the values', async () => {
  for (const sort of bestIncomeOrders)
    for (const order of ['asc', 'desc']) expect(await labelsOf({ sort, order })).toHaveLength(4)
})

test('reads a batch of an older version: what it does not have is null, with a reason', async () => {
  const {
    delta,
    expectedProfit,
    openInterest,
    exDividendDate,
    trend,
    impliedVolatilityPercentile,
    impliedToRealizedVolatility,
    ...older
  } = trade('OLD')
  batches = memoryBatches()
  await batches.publish(batch('b1'), [older as BestTrade])
  const result = await request()
  expect(result.trades[0]).toMatchObject({ delta: null, openInterest: null, trend: null, warnings: [] })
  expect(result.unknown?.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    'trades.delta not-given',
    'trades.expectedProfit not-given',
    'trades.openInterest not-given',
    'trades.exDividendDate not-given',
    'trades.trend not-given',
    'trades.impliedVolatilityPercentile not-given',
    'trades.impliedToRealizedVolatility not-given',
  ])
  expect(await labelsOf({ maxDelta: '0.9' })).toEqual([])
  expect([delta, expectedProfit, openInterest, exDividendDate, trend]).not.toContain(undefined)
  expect([impliedVolatilityPercentile, impliedToRealizedVolatility]).not.toContain(undefined)
})

test('a rank of realised volatility in a batch of an older version is unknown, and passes no `minIvRank`', async () => {
  const { impliedToRealizedVolatility: _, ...older } = tradeOf('OLD')
  batches = memoryBatches()
  const historical = { impliedVolatilityRank: 90, impliedVolatilityRankBasis: 'historical' } as const
  await batches.publish(batch('b1'), [{ ...older, ...historical } as BestTrade])
  expect((await request()).trades[0]).toMatchObject({
    impliedVolatilityRank: null,
    impliedVolatilityRankBasis: null,
  })
  expect(await labelsOf({ minIvRank: '0' })).toEqual([])
})

test('`limit` shortens the list but does not change `matching`', async () => {
  const result = await request({ limit: '2' })
  expect(result.trades).toHaveLength(2)
  expect(result).toMatchObject({ matching: 4, tradingDay: '2026-11-19' })
})

test('returns up to a hundred trades with `symbols`, and up to fifty without', async () => {
  const names = Array.from({ length: 100 }, (_, i) => `S${i}`)
  batches = memoryBatches()
  await batches.publish(
    batch('b1'),
    names.map((name) => tradeOf(name)),
  )
  expect((await request()).trades).toHaveLength(50)
  expect((await request({ symbols: names.join(',') })).trades).toHaveLength(100)
  expect(await request({ symbols: names.join(','), limit: '3' })).toMatchObject({ matching: 100 })
})

test('returns no trades and no day before the first scan', async () => {
  batches = memoryBatches()
  expect(await request()).toEqual({ trades: [], matching: 0, dateOfScan: null, tradingDay: null })
})

test.each([
  { sort: 'name' },
  { order: 'up' },
  { maxDelta: '1.5' },
  { minDays: '1.5' },
  { trend: 'up' },
  { sector: '' },
  { limit: '0' },
  { limit: '201' },
  { minPrice: '-1' },
  { minIvRank: '101' },
  { noEarnings: 'yes' },
  { legtype: 'both' },
  { symbols: '' },
  { symbols: 'AAPL,' },
  { symbols: 'AAPL;MU' },
  { symbols: Array.from({ length: 101 }, (_, i) => `S${i}`).join(',') },
])('rejects %j', (query) => expect(v.safeParse(BestIncomeQuerySchema, query).success).toBe(false))
