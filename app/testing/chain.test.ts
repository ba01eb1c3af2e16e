import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ChainSchema } from '#contract/responses/chain.ts'
import { madeUpChain } from './chain.ts'
import { madeUpNine } from './income.ts'

test('the made-up chain is one, and has the eighteen contracts of the made-up grid in it', () => {
  const { expiries } = v.parse(ChainSchema, madeUpChain())
  const options = expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call, put]))
  const filled = options.filter((option) => option?.cell)
  expect(new Set(filled.map((option) => option?.id))).toEqual(
    new Set([...madeUpNine('call'), ...madeUpNine('put')].map(({ id }) => id)),
  )
  expect(new Set(options.map((option) => option?.id)).size).toBe(options.length)
})

test('narrowed it has the rows of one expiry only', () => {
  const { expiries } = madeUpChain('2027-01-15')
  expect(expiries.filter(({ rows }) => rows.length > 0).map(({ expiryDate }) => expiryDate)).toEqual([
    '2027-01-15',
  ])
})
