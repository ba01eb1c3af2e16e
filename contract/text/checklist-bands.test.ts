import { expect, test } from 'vitest'
import { ratingOf } from './checklist-bands.ts'

test.each([
  ['probability', 0.76, 0.01, 'Good', null],
  ['probability', 0.76, 0.0101, 'Neutral', 0.75],
  ['probability', 0.75, 0, 'Good', null],
  ['probability', 0.7499, 0.2, 'Neutral', null],
  ['probability', 0.55, 0.2, 'Neutral', null],
  ['probability', 0.54, 0.01, 'Neutral', 0.55],
  ['probability', 0.54, 0.0099, 'Bad', null],
  ['score', 104, 4, 'Good', null],
  ['score', 104, 4.1, 'Neutral', 100],
  ['score', 99, 30, 'Neutral', null],
  ['score', 77, 3, 'Neutral', 80],
  ['score', 77, 2.9, 'Bad', null],
] as const)('a %s of %d with a standard error of %d is %s', (name, value, error, severity, limit) => {
  expect(ratingOf(name, value, error)).toEqual({ severity, limit })
})
