import * as v from 'valibot'
import { expect, test } from 'vitest'
import { BestIncomeQuerySchema } from '#contract/responses/lists/best-income.ts'
import { noFilters } from '#app/state/view.ts'
import { incomeQuery, withoutPriceFilters } from './income-query.ts'

const screen = {
  maxCash: 25_000,
  minProbability: 0.8,
  maxDelta: 0.3,
  minDays: 20,
  maxDays: 60,
  maxSpread: 0.1,
  minOpenInterest: 100,
  minIvPercentile: 50,
  noDividend: true,
  trend: 'Bullish',
  sort: 'cash',
  order: 'asc',
} as const

const withoutUndefined = (query: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

test('maps all filters to parameters of the lookup', () => {
  const filters = {
    ...noFilters,
    minPrice: 7.5,
    maxPrice: 300,
    minYield: 0.07 / 1,
    minIvRank: 40,
    noEarnings: true,
  } as const
  expect(
    v.parse(
      BestIncomeQuerySchema,
      withoutUndefined(incomeQuery({ ...filters, sector: 'Energy' }, 'put', screen)),
    ),
  ).toEqual({
    legtype: 'put',
    minPrice: 7.5,
    maxPrice: 300,
    minYield: 0.07,
    minIvRank: 40,
    noEarnings: true,
    ...screen,
    sector: 'Energy',
    limit: 100,
  })
})

test('omits filters that are not set, and formats numbers without an exponent', () => {
  expect(withoutUndefined(incomeQuery(noFilters, '', {}))).toEqual({ limit: '100' })
  expect(incomeQuery({ ...noFilters, minYield: 1e-7, minPrice: 0 }, '', {})).toMatchObject({
    minYield: '0.0000001',
    minPrice: '0',
  })
})

test('omits the filters of prices if the partner may not show prices', () => {
  const filters = { ...noFilters, minPrice: 7.5, maxPrice: 300, minYield: 0.07, minIvRank: 40 } as const
  expect(withoutUndefined(withoutPriceFilters(incomeQuery(filters, '', screen)))).toMatchObject({
    minIvRank: '40',
    limit: '100',
  })
  for (const name of ['minPrice', 'maxPrice', 'minYield', 'maxCash', 'minOpenInterest', 'sort', 'order'])
    expect(withoutPriceFilters(incomeQuery(filters, '', screen))).not.toHaveProperty(name)
  const byDelta = withoutPriceFilters(incomeQuery(filters, '', { sort: 'delta', order: 'asc' }))
  expect(byDelta).toMatchObject({ sort: 'delta', order: 'asc' })
})
