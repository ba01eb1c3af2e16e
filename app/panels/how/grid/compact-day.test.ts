import { expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { formats } from '#app/i18n/format.ts'
import { compactDay } from './compact-day.ts'

test.each([
  ['en', 'Jan 15'],
  ['ar', '15 يناير'],
  ['de', '15. Jan'],
  ['es', '15 ene'],
  ['fr', '15 janv'],
  ['he', '15 בינו׳'],
  ['ja', '1/15'],
  ['ko', '1/15'],
  ['pt-BR', '15 jan'],
  ['zh-Hans', '1/15'],
])('shortens the expiry in a cell in %s: %s', (locale, text) => {
  expect(compactDay(formats(locale).dayShort('2027-01-15'))).toBe(text)
})

test('dates have at most nine characters in every language', () => {
  for (const locale of locales)
    for (const month of ['01', '03', '05', '09', '12']) {
      const text = compactDay(formats(locale).dayShort(`2027-${month}-19`))
      expect(text).toContain('19')
      expect(text.length, text).toBeLessThanOrEqual(9)
    }
})
