import { expect, test } from 'vitest'
import { kindOfWrongToken } from './token-text.ts'

test.each([
  ['<h1>Oops</h1>', /^HTML/],
  ['{"token":"at_secret"}', /^JSON/],
  ['["at_secret"]', /^JSON/],
  ['"at_secret"', /^in quotes/],
  ['at_secret\nat_secret', /^more than one line/],
  ['no at_secret', /^text with blanks/],
  ['', /^blank/],
  ['a'.repeat(5000), /^longer than/],
])('%j is named by its kind, without any part of it', (text, kind) => {
  expect(kindOfWrongToken(text)).toMatch(kind)
  expect(kindOfWrongToken(text)).not.toContain('secret')
})

test('a text that may be a token has no kind', () => {
  expect(kindOfWrongToken('at_3MsmBvWB9htpimcI76ODS5An6yiU3iswffPwY')).toBeUndefined()
})
