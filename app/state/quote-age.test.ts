import { expect, test } from 'vitest'
import { isOlderQuote } from './quote-age.ts'

const time = '2026-11-12T20:59:00Z'

test.each([
  ['later', '2026-11-12T20:59:00.001Z', true],
  ['of the same time in another notation', '2026-11-12T20:59:00.000Z', false],
  ['earlier', '2026-11-12T20:58:59.999Z', false],
  ['of unknown time', null, false],
  ['missing', undefined, false],
])('compared with a known quote that is %s', (_, known, isOlder) => {
  expect(isOlderQuote(time, known)).toBe(isOlder)
})
