import { expect, test } from 'vitest'
import { volatilityPercentile } from './volatility-rank.ts'

const stored = (values: readonly number[]) =>
  values.map((iv30, index) => ({
    day: new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
    iv30,
  }))
const hundredDays = Array.from({ length: 100 }, (_, index) => (index + 1) / 100)

test('the percentile is the share of days with a lower volatility, whatever the distance', () => {
  expect(volatilityPercentile(0.505, stored(hundredDays))).toBe(50)
  // One day of panic moves the rank, not the percentile.
  expect(volatilityPercentile(0.505, stored([...hundredDays.slice(0, 99), 9]))).toBe(50)
  expect(volatilityPercentile(0.001, stored(hundredDays))).toBe(0)
  expect(volatilityPercentile(2, stored(hundredDays))).toBe(100)
})

test('only the last year counts', () => {
  expect(
    volatilityPercentile(0.5, stored([...Array.from({ length: 400 }, () => 0.9), ...hundredDays])),
  ).toBeLessThan(25)
})

test('it is unknown with too few days, or without a volatility today', () => {
  expect(volatilityPercentile(0.5, stored(hundredDays.slice(0, 59)))).toBeNull()
  expect(volatilityPercentile(undefined, stored(hundredDays))).toBeNull()
})
