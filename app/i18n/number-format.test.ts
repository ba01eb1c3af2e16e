/** The formats of the first screen write what `Intl` writes. */
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { alwaysSigned, fixedDecimals, formatNumber } from './intl-format.ts'
import { numberFormats } from './number-format.ts'

/** Values at the limits of signs, groups, decimals and rounding, as they are in the API: at most four decimals. */
const edgeValues = [
  0, -0, 1, -1, 5, 0.4567, -0.4567, 0.9999, 1.005, -1.005, 0.995, 2.675, 999.995, 1234.5, -1234.5,
  999_999.995, 1_234_567.891, -1_234_567.891, 0.0001, -0.0001, 1e-7, -1e-7,
]
/** Values from a cent to a million with two to four decimals. */
const values = Array.from({ length: 2000 }, (_, index) => {
  const magnitude = 10 ** (2 + (index % 7))
  const value = Math.round(((index * 7919) % 10_007) * magnitude) / 10 ** (4 + (index % 3))
  return index % 2 ? value : -value
})

describe.each(locales)('in %s', (locale) => {
  const format = numberFormats(locale)

  test.each([
    ['missing', null],
    ['undefined', undefined],
    ['not a number', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
  ])('a value that is %s is a dash', (_, value) => {
    expect([format.price(value), format.signedPercent(value), format.decimal(value)]).toEqual(['—', '—', '—'])
  })

  test('prices have two decimals, and four below a dollar', () => {
    for (const value of [...edgeValues, ...values]) {
      const digits = value !== 0 && Math.abs(value) < 1 ? 4 : 2
      expect(format.price(value), String(value)).toBe(formatNumber(locale, value, fixedDecimals(digits)))
    }
  })

  test('changes are signed percentages', () => {
    const options = { style: 'percent', ...fixedDecimals(2), ...alwaysSigned } as const
    // The API rounds changes to two decimals.
    for (const value of [...edgeValues, ...values].map((percent) => Math.round(percent * 100) / 10_000))
      expect(format.signedPercent(value), String(value)).toBe(formatNumber(locale, value, options))
  })

  test.each([0, 1, 2, 3])('numbers have %i decimals', (digits) => {
    for (const value of [...edgeValues, ...values])
      expect(format.decimal(value, digits), String(value)).toBe(
        formatNumber(locale, value, fixedDecimals(digits)),
      )
  })
})
