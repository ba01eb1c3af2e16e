import { expect, test } from 'vitest'
import { compare, meetsBar } from './comparison.ts'

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

test('a bar limits the mean and the worst error; NaN and an empty list miss it', () => {
  const meetsBarWith = (errors: number[], bar: { mean?: number; worst?: number }) =>
    meetsBar(compare({ ...description, bar }, errors))
  expect(meetsBarWith([1, -3], { mean: 2, worst: 3 })).toBe(true)
  expect(meetsBarWith([1, -3], { mean: 1.9 })).toBe(false)
  expect(meetsBarWith([1, -3], { worst: 2.9 })).toBe(false)
  expect(meetsBarWith([1, Number.NaN], { worst: 2.9 })).toBe(false)
  expect(meetsBarWith([], { worst: 2.9 })).toBe(false)
})
