import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { IncomeSchema } from '#contract/responses/income.ts'
import { judgedOf } from '#service/analysis/reference/synthetic-market.fixture.ts'
import { altered, everything, income, today, whole } from './income.fixture.ts'

const emptied = (reason: string) => [
  { field: 'callOptimals', reason, asOf: today },
  { field: 'putOptimals', reason, asOf: today },
]

describe('the price a chain was quoted at', () => {
  test('is what trades are worked out at; the last price is told beside it', () => {
    const plain = income(whole)
    const moved = income(whole, { last: 101.5 })
    expect(moved.stockPrice).toBe(101.5)
    expect(moved.chainPrice).toBe(100)
    expect(moved.optionsAsOf).toBe(whole.asOf.toISOString())
    expect(everything(moved)).toEqual(everything(plain))
    expect(moved.refused).toEqual(plain.refused)
  })

  test.each([
    [102, 18],
    [98, 18],
    [102.01, 0],
    [97.99, 0],
    [94, 0],
    [10, 0],
  ])('with the last price at %s gives %s trades', (last, count) => {
    const answer = income(whole, { last })
    v.parse(IncomeSchema, answer)
    expect(everything(answer)).toHaveLength(count)
    if (count > 0) return
    expect(answer.refused).toEqual([{ reason: 'price-drift', count: whole.contracts.length }])
    expect(answer.unknown).toEqual(emptied('price-drift'))
    expect(answer.chainPrice).toBe(100)
  })

  test('stands in where nothing has traded', () => {
    const answer = income(whole)
    expect(answer.stockPrice).toBe(100)
    expect(answer.callOptimals).toHaveLength(9)
    expect(answer.unknown).toEqual([])
  })
})

describe('the day a chain is of', () => {
  test.each([
    // Friday's chain.
    ['2026-08-21T13:30:00Z', '2026-08-21T20:00:00Z', true],
    ['2026-08-21T20:00:00Z', '2026-08-21T13:45:00Z', true],
    // A weekend has no session.
    ['2026-08-21T20:00:00Z', '2026-08-22T15:00:00Z', true],
    // Within an hour of midnight they are of one moment.
    ['2026-08-21T03:59:00Z', '2026-08-21T04:01:00Z', true],
    ['2026-08-20T20:00:00Z', '2026-08-21T13:31:00Z', false],
    ['2026-08-24T13:31:00Z', '2026-08-21T20:00:00Z', false],
    ['2026-07-10T20:00:00Z', '2026-08-21T20:00:00Z', false],
  ])('chain of %s, price of %s: recommended %s', (asOf, time, isRecommended) => {
    const answer = income({ ...whole, asOf: new Date(asOf) }, { last: 100, time })
    expect(everything(answer).length > 0).toBe(isRecommended)
    expect(answer.refused.some(({ reason }) => reason === 'old-chain')).toBe(!isRecommended)
    expect(answer.unknown.map(({ reason }) => reason)).toEqual(
      isRecommended ? [] : ['old-chain', 'old-chain'],
    )
    expect(answer.optionsAsOf).toBe(new Date(asOf).toISOString())
  })

  test('old quotes without any price are old all the same', () => {
    const answer = income({ ...whole, asOf: new Date('2026-08-14T20:00:00Z') })
    expect(everything(answer)).toEqual([])
    expect(answer.unknown).toEqual([
      { field: 'callOptimals', reason: 'old-chain', asOf: '2026-08-14' },
      { field: 'putOptimals', reason: 'old-chain', asOf: '2026-08-14' },
    ])
  })
})

test('what is not known says so: no chain, no price, no bars', () => {
  const answer = income(undefined, { bars: judgedOf([]) })
  expect(answer).toMatchObject({ sentiment: null, stockPrice: null, optionsAsOf: null, chainPrice: null })
  expect(answer.unknown).toEqual([
    { field: 'sentiment', reason: 'no-bars', asOf: null },
    { field: 'stockPrice', reason: 'no-price', asOf: null },
    { field: 'optionsAsOf', reason: 'no-chain', asOf: null },
    { field: 'chainPrice', reason: 'no-chain', asOf: null },
  ])
})

test.each([4, 2, 0.5, 0.1])(
  'strikes of a stock that was split by %s since are recommended nowhere',
  (ratio) => {
    const price = 100 / ratio
    const answer = income({ ...whole, underlyingPrice: price }, { last: price })
    expect(everything(answer)).toEqual([])
    expect(answer.refused.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(200)
  },
)

test.each([0.25, 0.5, 2, 4])('an expiry quoted at %s times its worth is recommended nowhere', (share) => {
  const expiry = '2026-10-23'
  const wrong = altered(whole, (contract) =>
    contract.expiry === expiry ? { bid: contract.bid * share, ask: contract.ask * share } : {},
  )
  const answer = income(wrong)
  expect(everything(income(whole)).some(({ expiryDate }) => expiryDate === expiry)).toBe(true)
  expect(everything(answer).filter(({ expiryDate }) => expiryDate === expiry)).toEqual([])
  // Unaffected fields stay.
  const others = everything(answer).filter(({ timeframe }) => timeframe === 'long')
  expect(others).toHaveLength(6)
})
