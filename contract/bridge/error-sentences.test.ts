import { expect, test } from 'vitest'
import { loaderErrorCodes } from './bridge.ts'
import { errorSentences, alternatives } from './error-sentences.ts'
import { readPageOptions } from './options/options.ts'

test('every code has a sentence that does not repeat the code', () => {
  for (const code of loaderErrorCodes) {
    expect(errorSentences[code]!.length, code).toBeGreaterThan(20)
    expect(errorSentences[code]).not.toContain(code)
  }
})

test('every option that load refuses has a sentence that begins with its name', () => {
  const [, invalidNames] = readPageOptions(
    { theme: 'x', secretKey: 's', apiKey: 'k', authToken: 't', getAuthToken: 'abc' },
    'abc',
  )
  expect(invalidNames.toSorted()).toEqual([
    'apiKey/authToken',
    'callback',
    'destinationId',
    'getAuthToken',
    'secretKey',
    'theme',
    'userId',
    'widgetType',
  ])
  for (const name of invalidNames) {
    const sentence = errorSentences[`BAD_OPTION ${name}`]!
    expect(sentence.startsWith(name.split('/')[0]!), sentence).toBe(true)
    // Another sentence may follow, so there is no final punctuation.
    expect(sentence).not.toMatch(/[.;]$/)
  }
})

test.each([
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('%o are listed as %s', (names, text) => {
  expect(alternatives(names)).toBe(text)
})
