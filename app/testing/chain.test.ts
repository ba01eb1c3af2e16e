import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ChainSchema } from '#contract/responses/chain.ts'
import { madeUpChain } from './chain.ts'
import { madeUpNine } from './income.ts'

test('the sample chain is valid and contains the 18 contracts of the sample grid', () => {
  const { expiries } = v.parse(ChainSchema, madeUpChain())
  const options = expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call, put]))
  const filled = options.filter((option) => option?.cell)
  expect(new Set(filled.map((option) => option?.id))).toEqual(
    new Set([...madeUpNine('call'), ...madeUpNine('put')].map(({ id }) => id)),
  )
  expect(new Set(options.map((option) => option?.id)).size).toBe(options.length)
})

test('with an expiry it has the rows of that expiry only', () => {
  const { expiries } = madeUpChain('2027-01-15')
  expect(expiries.filter(({ rows }) => rows.length > 0).map(({ expiryDate }) => expiryDate)).toEqual([
    '2027-01-15',
  ])
})
