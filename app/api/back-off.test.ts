import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'

test('the delay is random, and its limit doubles up to 30 s', () => {
  expect([0, 1, 2, 3].map((attempt) => backOff(attempt, () => 1))).toEqual([500, 1000, 2000, 4000])
  expect(backOff(20, () => 1)).toBe(30_000)
  expect(backOff(3, () => 0.25)).toBe(1000)
})
