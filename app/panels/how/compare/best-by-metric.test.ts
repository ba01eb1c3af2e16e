import { expect, test } from 'vitest'
import { sampleOption } from '#app/testing/income.ts'
import { bestBy, type ComparedContract, cushionOf } from './best-by-metric.ts'

const contract = (
  id: string,
  change: Partial<ComparedContract['option']> = {},
  price: number | null = 231.42,
): ComparedContract => ({
  option: sampleOption({ id, ...change }),
  price,
})
const probabilityText = ({ option }: ComparedContract) => `${Math.round(option.probability * 100)}%`

test('the highest value is best; contracts with the same displayed value are equally good', () => {
  const compared = [
    contract('a', { probability: 0.71 }),
    contract('b', { probability: 0.8012 }),
    contract('c', { probability: 0.8031 }),
  ]
  expect(bestBy('probability', compared, probabilityText)).toEqual(new Set(['b', 'c']))
})

test('no contract is best if all are equal, if there is only one, or if there is none', () => {
  expect(bestBy('probability', [contract('a'), contract('b')], probabilityText).size).toBe(0)
  expect(bestBy('probability', [contract('a')], probabilityText).size).toBe(0)
  expect(bestBy('probability', [], probabilityText).size).toBe(0)
})

test('for different expiries annualised returns are compared, and returns are not', () => {
  const compared = [
    contract('a', { return: 0.01, annualizedReturn: 0.12, daysUntilExpiry: 30 }),
    contract('b', { return: 0.02, annualizedReturn: 0.08, daysUntilExpiry: 90 }),
  ]
  expect(bestBy('return', compared, ({ option }) => String(option.return)).size).toBe(0)
  expect(bestBy('annualized', compared, ({ option }) => String(option.annualizedReturn))).toEqual(
    new Set(['a']),
  )
})

test('the narrower spread is better; the cushion is relative to the price, and unknown without a price', () => {
  const compared = [contract('a', { spread: 0.02 }), contract('b', { spread: 0.16 })]
  expect(bestBy('spread', compared, ({ option }) => String(option.spread))).toEqual(new Set(['a']))
  expect(cushionOf(contract('a', { breakeven: 90 }, 100))).toBeCloseTo(0.1, 10)
  expect(cushionOf(contract('a', {}, null))).toBeNull()
})
