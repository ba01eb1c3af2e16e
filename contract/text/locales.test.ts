import { expect, test } from 'vitest'
import { directionOf, locales, nearestLocale } from './locales.ts'

test('every language matches its own tag in any case', () => {
  for (const locale of locales) {
    expect(nearestLocale(locale)).toBe(locale)
    expect(nearestLocale(locale.toUpperCase())).toBe(locale)
  }
})

test.each([
  ['fr-CA', 'fr'],
  ['de_AT', 'de'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh-CN', 'zh-Hans'],
  ['he-IL', 'he'],
  // Unsupported languages fall back to English.
  ['tlh', 'en'],
  ['fra', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  [null, 'en'],
  [{}, 'en'],
])('the nearest language to %s is %s', (tag, locale) => {
  expect(nearestLocale(tag)).toBe(locale)
})

test('only Arabic and Hebrew are right-to-left', () => {
  expect(locales.filter((locale) => directionOf(locale) === 'rtl')).toEqual(['ar', 'he'])
})
