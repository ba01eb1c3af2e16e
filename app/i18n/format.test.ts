import { describe, expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { missingValueText } from './number-format.ts'
import { formats } from './format.ts'

const en = formats('en')

describe('in English', () => {
  test.each([
    [231.42, '231.42'],
    [1234.5, '1,234.50'],
    [0.1234, '0.1234'],
    [0, '0.00'],
    [-3.5, '−3.50'],
    [null, '—'],
    [undefined, '—'],
    [Number.NaN, '—'],
    [Number.POSITIVE_INFINITY, '—'],
  ])('price %s is %s', (value, text) => expect(en.price(value)).toBe(text))

  test.each([
    [2.84, '+2.84'],
    [-0.41, '−0.41'],
    [0, '0.00'],
  ])('change %s is %s', (value, text) => expect(en.change(value)).toBe(text))

  test('percent has two decimals below 10 % and one above', () => {
    expect(en.percent(0.0164)).toBe('1.64%')
    expect(en.percent(0.0999)).toBe('9.99%')
    expect(en.percent(0.1234)).toBe('12.3%')
    expect(en.percent(-0.25)).toBe('−25.0%')
    expect(en.percent(0.094, 1)).toBe('9.4%')
    expect(en.signedPercent(0.0124)).toBe('+1.24%')
    expect(en.signedPercent(-0.0041)).toBe('−0.41%')
    expect(en.signedPercent(0)).toBe('0.00%')
  })

  test('a value that rounds to zero has no minus', () => {
    expect(en.decimal(-0.003)).toBe('0.00')
    expect(en.money(-0.004)).toBe('$0.00')
    expect(en.number(-0.004)).toBe('0')
    expect(en.percent(-0.00001)).toBe('0.00%')
    expect(en.price(-0.00001)).toBe('0.0000')
    expect(en.decimal(-0.006)).toBe('−0.01')
  })

  test('a stock below a dollar and its change have four decimals', () => {
    expect(en.stockPrice(0.4212)).toBe('$0.4212')
    expect(en.stockPrice(231.42)).toBe('$231.42')
    expect(en.change(0.003, 0.4212)).toBe('+0.0030')
  })

  test('a probability is never 0 % or 100 %', () => {
    expect(en.probability(0.684)).toBe('68%')
    expect(en.probability(0)).toBe('<1%')
    expect(en.probability(0.0099)).toBe('<1%')
    expect(en.probability(1)).toBe('>99%')
    expect(en.probability(null)).toBe(missingValueText)
  })

  test('money has a dollar sign and separators, and large numbers are abbreviated', () => {
    expect(en.money(1238)).toBe('$1,238.00')
    expect(en.money(-22.5)).toBe('−$22.50')
    expect(en.moneyRounded(22762.4)).toBe('$22,762')
    expect(en.compact(3.45e12)).toBe('3.5T')
    expect(en.volume(48_210_000)).toBe('48.2M')
  })

  test('an expiration day is formatted from its date part', () => {
    expect(en.day('2026-01-16')).toBe('Jan 16, 2026')
    expect(en.dayShort('2026-01-16')).toBe('Jan 16')
    // The service sends 16:00 New York time as an instant; its date part is the day.
    expect(en.day('2026-01-16T21:00:00.000Z')).toBe('Jan 16, 2026')
    expect(en.day(null)).toBe(missingValueText)
    expect(en.day('nonsense')).toBe(missingValueText)
  })

  test('times are those of New York', () => {
    expect(en.time('2026-07-01T20:02:00Z')).toBe('16:02')
    expect(en.time('2026-01-16T21:00:00Z')).toBe('16:00')
    expect(en.time('2026-01-16T05:00:00Z')).toBe('00:00')
    expect(en.weekdayTime('2026-01-16T21:00:00Z')).toBe('Fri 16:00')
    expect(en.dayOf('2026-01-17T02:00:00Z')).toBe('Jan 16, 2026')
  })
})

describe.each(locales)('in %s', (locale) => {
  const format = formats(locale)

  test('digits are Latin and the minus is typographic', () => {
    const texts = [
      format.price(-1234.5),
      format.money(-1234.5),
      format.percent(-0.032),
      format.compact(3.45e12),
      format.day('2026-01-16'),
    ]
    for (const text of texts) {
      expect(text).toMatch(/[0-9]/)
      expect(text).not.toMatch(/[\u0660-\u0669\u06F0-\u06F9]/)
      expect(text).not.toContain('-')
    }
    expect(format.price(-1)).toContain('−')
    expect(format.money(1234.5)).toContain('$')
  })

  test('a formatted date contains the day of the month and the year', () => {
    expect(format.day('2026-01-16')).toContain('16')
    expect(format.day('2026-01-16')).toContain('2026')
  })
})

test('German uses its own separators', () => {
  expect(formats('de').price(1234.5)).toBe('1.234,50')
  expect(formats('de').percent(-0.032)).toBe('−3,20\u00a0%')
})

describe.each(['ar', 'he'])('in %s, a right-to-left language', (locale) => {
  const format = formats(locale)
  test('the dollar sign and the minus stay at the left of the number', () => {
    expect(format.money(231.42)).toBe('\u200E$231.42\u200E')
    expect(format.money(-22.5)).toBe('\u200E−$22.50\u200E')
    expect(format.moneyRounded(22762.4)).toBe('\u200E$22,762\u200E')
    expect(format.money(null)).toBe(missingValueText)
    expect(format.probability(0)).toMatch(/^\u200E<1/)
  })
})

test('the currency sign is $ in every language', () => {
  for (const locale of locales) {
    expect(formats(locale).money(231.42)).not.toContain('US')
    expect(formats(locale).moneyCompact(3.45e12)).not.toContain('US')
  }
  expect(formats('ar').moneyCompact(3.45e12)).toBe('\u20673.5\u00a0ترليون $\u2069')
})

test('Arabic dates contain the month’s name', () => {
  expect(formats('ar').day('2026-01-16')).toBe('16 يناير 2026')
})

test('formatters are cached', () => expect(formats('fr')).toBe(formats('fr')))
