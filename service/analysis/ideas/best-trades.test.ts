import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { BestTradeSchema, type BestTrade } from '#contract/responses/lists/best-income.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import { syntheticCell, syntheticIncome } from '#service/testing/income.ts'
import { bestTradesOf, byIncome, isClearOfEarnings, type TradesInput } from './best-trades.ts'
import { profileOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'

const today = '2026-11-20'
const inputOf = (cells: readonly IncomeOption[], overrides: Partial<TradesInput> = {}): TradesInput => ({
  profile: profileOf('ACME'),
  income: syntheticIncome({
    callOptimals: cells.filter(({ legType }) => legType === 'Call'),
    putOptimals: cells.filter(({ legType }) => legType === 'Put'),
  }),
  liquidity: { rank: 1, spread: 0.03, spreadClass: 'tight', openInterest: 90_000 },
  volatility: { rank: 44.44, basis: 'implied' },
  volatilityPercentile: 61.26,
  impliedToRealized: 1.234,
  trend: 'Bearish',
  earnings: { day: '2027-01-19', time: 'Unknown', estimated: true },
  date: today,
  ...overrides,
})
const put = (id: string, expectedProfit: number, annualizedReturn: number, serviceScore = 98) =>
  syntheticCell({ id, expectedProfit, annualizedReturn, serviceScore })
const ids = (trades: readonly BestTrade[]): string[] => trades.map(({ id }) => id)

test('a trade has all fields of the list', () => {
  const [trade] = bestTradesOf(inputOf([put('single', 0.0123, 0.16)]))
  v.parse(BestTradeSchema, trade)
  expect(trade).toMatchObject({
    symbol: 'ACME',
    price: 100,
    legType: 'Put',
    serviceScore: 98,
    expectedProfit: 0.0123,
    spreadClass: 'tight',
    impliedVolatilityRank: 44.4,
    impliedVolatilityPercentile: 61.3,
    impliedToRealizedVolatility: 1.23,
    trend: 'Bearish',
    delta: expect.any(Number),
    exDividendDate: null,
    daysToEarnings: 60,
  })
})

describe('bestTradesOf', () => {
  test('has every contract, best first: a filter or an order can make any of them the first', () => {
    const trades = bestTradesOf(
      inputOf([
        put('worse', -0.001, 0.3, 150),
        put('best', 0.0101, 0.12),
        put('pays more', 0.01, 0.2, 120),
        put('ties', 0.01, 0.1, 130),
      ]),
    )
    expect(ids(trades)).toEqual(['best', 'pays more', 'ties', 'worse'])
  })

  test('is empty for a symbol with illiquid options', () => {
    const liquidity = { rank: 3, spread: 0.6, spreadClass: 'wide', openInterest: 10 } as const
    expect(bestTradesOf(inputOf([put('single', 0.01, 0.16)], { liquidity }))).toEqual([])
  })
})

test('a trade is clear of earnings only if they are known and after its expiry, and none are implied', () => {
  const isClear = (daysToEarnings: number | null, warnings: BestTrade['warnings'] = []) =>
    isClearOfEarnings({ daysToEarnings, daysUntilExpiry: 28, warnings })
  expect(isClear(null)).toBe(false)
  expect(isClear(28)).toBe(false)
  expect(isClear(29)).toBe(true)
  expect(isClear(29, null)).toBe(true)
  expect(isClear(29, ['wide-spread'])).toBe(true)
  expect(isClear(29, ['earnings-before-expiry'])).toBe(false)
})

test('a trade of an older scan, without an expected profit, is last', () => {
  const [trade] = bestTradesOf(inputOf([put('single', -0.05, 0.16)]))
  const older = { ...trade!, id: 'older', expectedProfit: null, annualizedReturn: 0.9 }
  expect(ids([older, trade!].toSorted(byIncome))).toEqual(['single', 'older'])
})
