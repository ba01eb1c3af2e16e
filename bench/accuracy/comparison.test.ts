import { expect, test } from 'vitest'
import { compare, holds } from './comparison.ts'

const description = { label: 'prices', reference: 'others', unit: 'dollars' }

test('summarises absolute errors', () => {
  const errors = Array.from({ length: 100 }, (_, i) => (i % 2 ? 1 : -1) * (i + 1))
  expect(compare(description, errors)).toEqual({
    ...description,
    cases: 100,
    mean: 50.5,
    percentile95: 95,
    worst: 100,
  })
})

test('a bar limits mean and worst error, and NaN or no error at all misses it', () => {
  const holdsWith = (errors: number[], bar: { mean?: number; worst?: number }) =>
    holds(compare({ ...description, bar }, errors))
  expect(holdsWith([1, -3], { mean: 2, worst: 3 })).toBe(true)
  expect(holdsWith([1, -3], { mean: 1.9 })).toBe(false)
  expect(holdsWith([1, -3], { worst: 2.9 })).toBe(false)
  expect(holdsWith([1, Number.NaN], { worst: 2.9 })).toBe(false)
  expect(holdsWith([], { worst: 2.9 })).toBe(false)
})
