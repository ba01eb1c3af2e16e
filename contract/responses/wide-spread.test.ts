import { expect, test } from 'vitest'
import { severityOf } from '#contract/text/checklist-bands.ts'
import { isWideSpread } from './conventions.ts'

test.each([
  [0.13, false],
  [0.1499, false],
  [0.14996, true],
  [0.15, true],
  [0.16, true],
])('a spread of %d of the mid price is wide in warnings and in the checklist alike: %s', (spread, isWide) => {
  expect(isWideSpread(spread)).toBe(isWide)
  expect(severityOf('spread', spread) === 'Bad').toBe(isWide)
})
