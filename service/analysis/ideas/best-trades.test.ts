import * as v from 'valibot'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BestTradeSchema, type BestTrade } from '#contract/responses/best-income.ts'
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
  earnings: { day: '2027-01-19', time: 'Unknown', estimated: true },
  date: today,
  ...overrides,
})
const put = (id: string, serviceScore: number, annualizedReturn: number, daysUntilExpiry = 28) =>
  syntheticCell({ id, serviceScore, annualizedReturn, daysUntilExpiry })
const ids = (trades: readonly BestTrade[]): string[] => trades.map(({ id }) => id)

test('a trade has all fields of the list', () => {
  const [trade] = bestTradesOf(inputOf([put('single', 98, 0.16)]))
  v.parse(BestTradeSchema, trade)
  expect(trade).toMatchObject({
    symbol: 'ACME',
    price: 100,
    legType: 'Put',
    serviceScore: 98,
    spreadClass: 'tight',
    impliedVolatilityRank: 44.4,
    daysToEarnings: 60,
  })
})

describe('bestTradesOf', () => {
  test('omits a trade that another exceeds in score and return', () => {
    const trades = bestTradesOf(
      inputOf([put('worse', 90, 0.1), put('best', 99, 0.12), put('pays more', 95, 0.2)]),
    )
    expect(ids(trades)).toEqual(['best', 'pays more'])
  })

  test('contains the best trade before the earnings even if a later trade exceeds it in score and return', () => {
    const trades = bestTradesOf(inputOf([put('over earnings', 110, 0.3, 90), put('before', 95, 0.1)]))
    expect(ids(trades)).toEqual(['over earnings', 'before'])
    expect(trades.map(isClearOfEarnings)).toEqual([false, true])
  })

  test('is empty for a symbol with illiquid options', () => {
    const liquidity = { rank: 3, spread: 0.6, spreadClass: 'wide', openInterest: 10 } as const
    expect(bestTradesOf(inputOf([put('single', 98, 0.16)], { liquidity }))).toEqual([])
  })
})

test('a trade is clear of earnings only if they are known and after its expiry', () => {
  expect(isClearOfEarnings({ daysToEarnings: null, daysUntilExpiry: 28 })).toBe(false)
  expect(isClearOfEarnings({ daysToEarnings: 28, daysUntilExpiry: 28 })).toBe(false)
  expect(isClearOfEarnings({ daysToEarnings: 29, daysUntilExpiry: 28 })).toBe(true)
})

test('for any filter, the best of all cells is among the returned trades', () => {
  const cell = fc.record({
    legType: fc.constantFrom('Call' as const, 'Put' as const),
    serviceScore: fc.integer({ min: 90, max: 96 }),
    annualizedReturn: fc.integer({ min: 5, max: 12 }).map((percent) => percent / 100),
    daysUntilExpiry: fc.constantFrom(28, 60, 90),
  })
  const filter = fc.record({
    legType: fc.constantFrom('Call', 'Put', undefined),
    minYield: fc.integer({ min: 4, max: 13 }).map((percent) => percent / 100),
    noEarnings: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 18 }), filter, (cellSpecs, { legType, minYield, noEarnings }) => {
      const cells = cellSpecs.map((spec, index) =>
        syntheticCell({ ...spec, id: `c${String(index).padStart(2, '0')}` }),
      )
      const daysToEarnings = 60
      const expected = cells
        .filter(
          (trade) =>
            (legType === undefined || trade.legType === legType) &&
            trade.annualizedReturn >= minYield &&
            (!noEarnings || trade.daysUntilExpiry < daysToEarnings),
        )
        .map((trade) => ({ ...trade, symbol: 'ACME' }))
        .toSorted(byIncome)[0]
      const best = bestTradesOf(inputOf(cells)).find(
        (trade) =>
          (legType === undefined || trade.legType === legType) &&
          trade.annualizedReturn >= minYield &&
          (!noEarnings || isClearOfEarnings(trade)),
      )
      expect(best?.id).toBe(expected?.id)
    }),
  )
})
