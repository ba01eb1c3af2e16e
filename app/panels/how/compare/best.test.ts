import { expect, test } from 'vitest'
import { madeUpOption } from '#app/testing/income.ts'
import { bestBy, type Compared, cushionOf } from './best.ts'

const one = (
  id: string,
  change: Partial<Compared['option']> = {},
  price: number | null = 231.42,
): Compared => ({
  option: madeUpOption({ id, ...change }),
  price,
})
const probability = ({ option }: Compared) => `${Math.round(option.probability * 100)}%`

test('the best is the one with most; those that read the same are best together', () => {
  const compared = [
    one('a', { probability: 0.71 }),
    one('b', { probability: 0.8012 }),
    one('c', { probability: 0.8031 }),
  ]
  expect(bestBy('probability', compared, probability)).toEqual(new Set(['b', 'c']))
})

test('where all read the same, or there is one alone, none is best', () => {
  expect(bestBy('probability', [one('a'), one('b')], probability).size).toBe(0)
  expect(bestBy('probability', [one('a')], probability).size).toBe(0)
  expect(bestBy('probability', [], probability).size).toBe(0)
})

test('returns of different times are not held against each other, those of a year are', () => {
  const compared = [
    one('a', { return: 0.01, annualizedReturn: 0.12, daysUntilExpiry: 30 }),
    one('b', { return: 0.02, annualizedReturn: 0.08, daysUntilExpiry: 90 }),
  ]
  expect(bestBy('return', compared, ({ option }) => String(option.return)).size).toBe(0)
  expect(bestBy('annualized', compared, ({ option }) => String(option.annualizedReturn))).toEqual(
    new Set(['a']),
  )
})

test('the narrower spread is the better one; a cushion is of the price, and unknown without one', () => {
  const compared = [one('a', { spread: 0.02 }), one('b', { spread: 0.16 })]
  expect(bestBy('spread', compared, ({ option }) => String(option.spread))).toEqual(new Set(['a']))
  expect(cushionOf(one('a', { breakeven: 90 }, 100))).toBeCloseTo(0.1, 10)
  expect(cushionOf(one('a', {}, null))).toBeNull()
})
