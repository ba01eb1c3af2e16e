import { expect, test } from 'vitest'
import { tradingDaysSince } from './scan-age.ts'

test.each([
  // Friday's scan is the latest all weekend and through Monday.
  ['2026-11-20', '2026-11-20T22:00:00Z', 0],
  ['2026-11-20', '2026-11-22T12:00:00Z', 0],
  ['2026-11-20', '2026-11-23T20:00:00Z', 0],
  // Tuesday morning Monday's session is missing.
  ['2026-11-20', '2026-11-24T12:00:00Z', 1],
  ['2026-11-20', '2026-11-25T12:00:00Z', 2],
  // Midnight in London is still the day before in New York.
  ['2026-11-18', '2026-11-20T03:00:00Z', 0],
  ['2026-11-18', '2026-11-20T12:00:00Z', 1],
  ['2020-01-01', '2026-11-20T12:00:00Z', 99],
])('the scan of %s is, at %s, %i sessions old', (day, now, age) =>
  expect(tradingDaysSince(day, now)).toBe(age),
)
