import { expect, test } from 'vitest'
import { sellerGreek } from './seller-greek.ts'

test('a greek of the seller has the opposite sign, without a negative zero', () => {
  expect([0.26, -0.17, 0, null].map(sellerGreek)).toEqual([-0.26, 0.17, 0, null])
})
