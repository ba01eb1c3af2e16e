import { expect, test } from 'vitest'
import { annualizedMark } from './annualized.ts'

test('sixty days are enough for an annualised return, a day less is not', () => {
  expect([20, 59, 60, 180].map(annualizedMark)).toEqual(['*', '*', '', ''])
})
