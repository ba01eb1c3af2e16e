import { expect, test } from 'vitest'
import { impliedToRealized, unrankedVolatilityReason, volatilityPercentile } from './volatility-rank.ts'

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

test('the ratio is of the implied volatility to the realised volatility of the last 20 sessions', () => {
  // 20 returns of alternately +1 % and -1 %: their standard deviation is 1 % times the root of 20/19.
  const moves = (count: number) =>
    Float64Array.from({ length: count + 1 }, (_, index) => 100 * Math.exp(index % 2 ? 0.01 : 0))
  const realized = 0.01 * Math.sqrt((20 / 19) * 252)
  expect(impliedToRealized(0.3, moves(20))).toBeCloseTo(0.3 / realized, 9)
  expect(impliedToRealized(0.3, Float64Array.from([1, 900, ...moves(20)]))).toBeCloseTo(0.3 / realized, 9)
  expect(impliedToRealized(0.3, moves(19))).toBeNull()
  expect(impliedToRealized(0.3, new Float64Array(0))).toBeNull()
  expect(impliedToRealized(0.3, new Float64Array(30).fill(100))).toBeNull()
  expect(impliedToRealized(undefined, moves(20))).toBeNull()
})

test('the reason of an unknown rank has the number of stored days, if they are too few', () => {
  expect(unrankedVolatilityReason(0.3, stored(hundredDays.slice(0, 59)), 'no-chain')).toEqual({
    reason: 'not-given',
    cause: 'too-few-volatilities',
    count: 59,
    needed: 60,
  })
  expect(unrankedVolatilityReason(undefined, [], 'no-chain')).toBe('no-chain')
  expect(unrankedVolatilityReason(0.3, stored(hundredDays), 'no-chain')).toBe('not-given')
})
