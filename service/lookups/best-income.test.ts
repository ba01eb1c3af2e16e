import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { BestIncomeQuerySchema, BestIncomeSchema } from '#contract/responses/best-income.ts'
import type { BestTrade } from '#contract/responses/best-income.ts'
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
