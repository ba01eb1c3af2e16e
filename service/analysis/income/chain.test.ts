import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { IncomeSchema } from '#contract/responses/income.ts'
import { judgedOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { alterContracts, allTrades, income, today, fullChain } from './income.fixture.ts'

const emptyBecause = (reason: string) => [
  { field: 'callOptimals', reason, asOf: today },
  { field: 'putOptimals', reason, asOf: today },
]

describe('the price a chain was quoted at', () => {
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
  ])('with the last price at %s gives %s trades', (last, count) => {
    const response = income(fullChain, { last })
    v.parse(IncomeSchema, response)
    expect(allTrades(response)).toHaveLength(count)
    if (count > 0) return
    expect(response.refused).toEqual([{ reason: 'price-drift', count: fullChain.contracts.length }])
    expect(response.unknown).toEqual(emptyBecause('price-drift'))
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
    // Friday's chain.
    ['2026-08-21T13:30:00Z', '2026-08-21T20:00:00Z', true],
    ['2026-08-21T20:00:00Z', '2026-08-21T13:45:00Z', true],
    // A weekend has no session.
    ['2026-08-21T20:00:00Z', '2026-08-22T15:00:00Z', true],
    // Within an hour of midnight they are simultaneous.
    ['2026-08-21T03:59:00Z', '2026-08-21T04:01:00Z', true],
    ['2026-08-20T20:00:00Z', '2026-08-21T13:31:00Z', false],
    ['2026-08-24T13:31:00Z', '2026-08-21T20:00:00Z', false],
    ['2026-07-10T20:00:00Z', '2026-08-21T20:00:00Z', false],
  ])('chain of %s, price of %s: recommended %s', (asOf, time, isRecommended) => {
    const response = income({ ...fullChain, asOf: new Date(asOf) }, { last: 100, time })
    expect(allTrades(response).length > 0).toBe(isRecommended)
    expect(response.refused.some(({ reason }) => reason === 'old-chain')).toBe(!isRecommended)
    expect(response.unknown.map(({ reason }) => reason)).toEqual(
      isRecommended ? [] : ['old-chain', 'old-chain'],
    )
    expect(response.optionsAsOf).toBe(new Date(asOf).toISOString())
  })

  test('old quotes without any price are still old', () => {
    const response = income({ ...fullChain, asOf: new Date('2026-08-14T20:00:00Z') })
    expect(allTrades(response)).toEqual([])
    expect(response.unknown).toEqual([
      { field: 'callOptimals', reason: 'old-chain', asOf: '2026-08-14' },
      { field: 'putOptimals', reason: 'old-chain', asOf: '2026-08-14' },
    ])
  })
})

test('unknown fields have a reason: no chain, no price, no bars', () => {
  const response = income(undefined, { bars: judgedOf([]) })
  expect(response).toMatchObject({ sentiment: null, stockPrice: null, optionsAsOf: null, chainPrice: null })
  expect(response.unknown).toEqual([
    { field: 'sentiment', reason: 'no-bars', asOf: null },
    { field: 'stockPrice', reason: 'no-price', asOf: null },
    { field: 'optionsAsOf', reason: 'no-chain', asOf: null },
    { field: 'chainPrice', reason: 'no-chain', asOf: null },
  ])
})

test.each([4, 2, 0.5, 0.1])(
  'nothing is recommended from strikes of a stock that has split by %s since',
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
