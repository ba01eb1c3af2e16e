import { expect, test } from 'vitest'
import { didYouMean, nearestName } from './nearest-name.ts'

const names = ['apiKey', 'authToken', 'userId', 'theme', 'tab', 'showHeader', 'SET_SYMBOL', 'SET_THEME']

test.each([
  ['userID', 'userId'],
  ['user_id', 'userId'],
  ['api-key', 'apiKey'],
  ['them', 'theme'],
  ['thmee', 'theme'],
  ['colour-theme', undefined],
  ['showheader', 'showHeader'],
  ['showHaeder', 'showHeader'],
  ['setSymbol', 'SET_SYMBOL'],
  ['SET_SYMBOLS', 'SET_SYMBOL'],
  ['tabs', 'tab'],
  ['auth', 'authToken'],
  ['SET_', undefined],
  ['x', undefined],
  ['', undefined],
  ['somethingElse', undefined],
  ['t'.repeat(100_000), undefined],
])('the nearest name to %s is %s', (input, suggestion) => {
  expect(nearestName(input, names)).toBe(suggestion)
})

test('suggests a name only if one is near', () => {
  expect(didYouMean('bullish', ['Bullish', 'Bearish'])).toBe(': did you mean Bullish?')
  expect(didYouMean('sideways', ['Bullish', 'Bearish'])).toBe('')
  expect(didYouMean(7, names)).toBe('')
})
