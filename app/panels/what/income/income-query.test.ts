import * as v from 'valibot'
import { expect, test } from 'vitest'
import { BestIncomeQuerySchema } from '#contract/responses/best-income.ts'
import { noFilters } from '#app/state/view.ts'
import { incomeQuery } from './income-query.ts'

const given = (query: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

test('what is filtered by is what the look-up is asked, in its own words', () => {
  const filters = {
    ...noFilters,
    minPrice: 7.5,
    maxPrice: 300,
    minYield: 0.07 / 1,
    minIvRank: 40,
    noEarnings: true,
  } as const
  expect(v.parse(BestIncomeQuerySchema, given(incomeQuery(filters, 'put')))).toEqual({
    legtype: 'put',
    minPrice: 7.5,
    maxPrice: 300,
    minYield: 0.07,
    minIvRank: 40,
    noEarnings: true,
    limit: 100,
  })
})

test('what is not filtered by is not asked, nor a number written in a way that it does not read', () => {
  expect(given(incomeQuery(noFilters, ''))).toEqual({ limit: '100' })
  expect(incomeQuery({ ...noFilters, minYield: 1e-7, minPrice: 0 }, '')).toMatchObject({
    minYield: '0.0000001',
    minPrice: '0',
  })
})
