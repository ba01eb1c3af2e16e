import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ChainSchema } from '#contract/responses/chain.ts'
import { sampleChain } from './chain.ts'
import { sampleOptimals } from './income.ts'

test('the sample chain is valid and contains the 18 contracts of the sample grid', () => {
  const { expiries } = v.parse(ChainSchema, sampleChain())
  const options = expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call, put]))
  const optionsInGrid = options.filter((option) => option?.cell)
  expect(new Set(optionsInGrid.map((option) => option?.id))).toEqual(
    new Set([...sampleOptimals('call'), ...sampleOptimals('put')].map(({ id }) => id)),
  )
  expect(new Set(options.map((option) => option?.id)).size).toBe(options.length)
})

test('a sample chain of one expiry has rows of that expiry only', () => {
  const { expiries } = sampleChain('2027-01-15')
  expect(expiries.filter(({ rows }) => rows.length > 0).map(({ expiryDate }) => expiryDate)).toEqual([
    '2027-01-15',
  ])
})
