import fc from 'fast-check'
import { expect, test } from 'vitest'
import { multiples, niceStep, percentTicks } from './nice-ticks.ts'

test('a volatility axis has whole percents around its values', () => {
  expect(percentTicks([0.259, 0.274])).toEqual([0.25, 0.26, 0.27, 0.28])
  expect(percentTicks([0.08, 0.38])).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  expect(percentTicks([0.25])).toEqual([0.25, 0.26])
  expect(percentTicks([])).toEqual([])
})

test('no two ticks of a volatility axis have the same text, and no value is outside the ticks', () => {
  const volatility = fc.double({ min: 0.01, max: 5, noNaN: true })
  fc.assert(
    fc.property(fc.array(volatility, { minLength: 1, maxLength: 50 }), (values) => {
      const ticks = percentTicks(values)
      const texts = ticks.map((tick) => (tick * 100).toFixed(0))
      expect(new Set(texts).size).toBe(ticks.length)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values) + 1e-8)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values) - 1e-8)
    }),
  )
})

test('ticks of strikes are round prices within their range', () => {
  expect(niceStep(190, 6)).toBe(50)
  expect(multiples(50, 130, 320)).toEqual([150, 200, 250, 300])
  expect(multiples(2.5, 10, 15)).toEqual([10, 12.5, 15])
  expect(niceStep(0, 6)).toBe(1)
})
