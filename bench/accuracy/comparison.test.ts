import { expect, test } from 'vitest'
import { compare, holds } from './comparison.ts'

const about = { what: 'prices', against: 'others', unit: 'dollars' }

test('errors count whatever their sign', () => {
  const errors = Array.from({ length: 100 }, (_, i) => (i % 2 ? 1 : -1) * (i + 1))
  expect(compare(about, errors)).toEqual({ ...about, cases: 100, mean: 50.5, most: 95, worst: 100 })
})

test('a bar holds for mean and worst, and for nothing that is no number', () => {
  const barred = (errors: number[], bar: { mean?: number; worst?: number }) =>
    holds(compare({ ...about, bar }, errors))
  expect(barred([1, -3], { mean: 2, worst: 3 })).toBe(true)
  expect(barred([1, -3], { mean: 1.9 })).toBe(false)
  expect(barred([1, -3], { worst: 2.9 })).toBe(false)
  expect(barred([1, Number.NaN], { worst: 2.9 })).toBe(false)
  expect(barred([], { worst: 2.9 })).toBe(false)
})
