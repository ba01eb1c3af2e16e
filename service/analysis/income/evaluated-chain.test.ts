import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { IncomeSchema } from '#contract/responses/income.ts'
import { validatedBarsOf } from '#service/analysis/reference/synthetic-inputs.fixture.ts'
import { alterContracts, allTrades, income, today, fullChain } from './income.fixture.ts'

const unknownOptimals = (reason: string) => [
  { field: 'callOptimals', reason, asOf: today },
  { field: 'putOptimals', reason, asOf: today },
]

describe('the underlying’s price in a chain', () => {
  test('is the price that trades are computed with; the last price is returned separately', () => {
    const unmoved = income(fullChain)
    const moved = income(fullChain, { last: 101.5 })
    expect(moved.stockPrice).toBe(101.5)
    expect(moved.chainPrice).toBe(100)
    expect(moved.optionsAsOf).toBe(fullChain.asOf.toISOString())
    expect(allTrades(moved)).toEqual(allTrades(unmoved))
    expect(moved.refused).toEqual(unmoved.refused)
  })

  test.each([
    [102, 18],
    [98, 18],
    [102.01, 0],
    [97.99, 0],
    [94, 0],
    [10, 0],
  ])('of 100 with a last price of %s gives %s trades', (last, count) => {
    const response = income(fullChain, { last })
    v.parse(IncomeSchema, response)
    expect(allTrades(response)).toHaveLength(count)
    if (count > 0) return
    expect(response.refused).toEqual([{ reason: 'price-drift', count: fullChain.contracts.length }])
    expect(response.unknown).toEqual(unknownOptimals('price-drift'))
    expect(response.chainPrice).toBe(100)
  })

  test('is used as the last price if nothing has traded', () => {
    const response = income(fullChain)
    expect(response.stockPrice).toBe(100)
    expect(response.callOptimals).toHaveLength(9)
    expect(response.unknown).toEqual([])
  })
})

describe('the day of a chain', () => {
  test.each([
    // Both are of the same session.
    ['2026-08-21T13:30:00Z', '2026-08-21T20:00:00Z', true],
    ['2026-08-21T20:00:00Z', '2026-08-21T13:45:00Z', true],
    // The price is of a weekend, which belongs to the session of Friday.
    ['2026-08-21T20:00:00Z', '2026-08-22T15:00:00Z', true],
    // They are of different days, but less than an hour apart.
    ['2026-08-21T03:59:00Z', '2026-08-21T04:01:00Z', true],
    ['2026-08-20T20:00:00Z', '2026-08-21T13:31:00Z', false],
    ['2026-08-24T13:31:00Z', '2026-08-21T20:00:00Z', false],
    ['2026-07-10T20:00:00Z', '2026-08-21T20:00:00Z', false],
  ])('with a chain of %s and a price of %s, trades are recommended: %s', (asOf, time, isRecommended) => {
    const response = income({ ...fullChain, asOf: new Date(asOf) }, { last: 100, time })
    expect(allTrades(response).length > 0).toBe(isRecommended)
    expect(response.refused.some(({ reason }) => reason === 'old-chain')).toBe(!isRecommended)
    expect(response.unknown.map(({ reason }) => reason)).toEqual(
      isRecommended ? [] : ['old-chain', 'old-chain'],
    )
    expect(response.optionsAsOf).toBe(new Date(asOf).toISOString())
  })

  test('is checked against today if there is no last price', () => {
    const response = income({ ...fullChain, asOf: new Date('2026-08-14T20:00:00Z') })
    expect(allTrades(response)).toEqual([])
    expect(response.unknown).toEqual([
      { field: 'callOptimals', reason: 'old-chain', asOf: '2026-08-14' },
      { field: 'putOptimals', reason: 'old-chain', asOf: '2026-08-14' },
    ])
  })
})

test('without chain, price and bars, every unknown field has a reason', () => {
  const response = income(undefined, { bars: validatedBarsOf([]) })
  expect(response).toMatchObject({ sentiment: null, stockPrice: null, optionsAsOf: null, chainPrice: null })
  expect(response.unknown).toEqual([
    { field: 'sentiment', reason: 'no-bars', asOf: null },
    { field: 'stockPrice', reason: 'no-price', asOf: null },
    { field: 'optionsAsOf', reason: 'no-chain', asOf: null },
    { field: 'chainPrice', reason: 'no-chain', asOf: null },
  ])
})

test.each([4, 2, 0.5, 0.1])(
  'nothing is recommended if the strikes are those before a split by %s',
  (ratio) => {
    const price = 100 / ratio
    const response = income({ ...fullChain, underlyingPrice: price }, { last: price })
    expect(allTrades(response)).toEqual([])
    expect(response.refused.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(200)
  },
)

test.each([0.25, 0.5, 2, 4])('an expiry quoted at %s times its value is not recommended', (share) => {
  const expiry = '2026-10-23'
  const mispriced = alterContracts(fullChain, (contract) =>
    contract.expiry === expiry ? { bid: contract.bid * share, ask: contract.ask * share } : {},
  )
  const response = income(mispriced)
  expect(allTrades(income(fullChain)).some(({ expiryDate }) => expiryDate === expiry)).toBe(true)
  expect(allTrades(response).filter(({ expiryDate }) => expiryDate === expiry)).toEqual([])
  // Other expiries are not affected.
  const longTrades = allTrades(response).filter(({ timeframe }) => timeframe === 'long')
  expect(longTrades).toHaveLength(6)
})
