import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { formats } from './format.ts'
import { plainNumber } from './read-number.ts'
import { readPositionField } from './read-position.ts'

const parse = (shares: string, costBasis = '', locale = 'en') => {
  const [first, second] = [
    readPositionField('shares', shares, locale),
    readPositionField('costBasis', costBasis, locale),
  ]
  return {
    ...(first.value !== undefined && { shares: first.value }),
    ...(second.value !== undefined && { costBasis: second.value }),
    problems: {
      ...(first.problem && { shares: first.problem }),
      ...(second.problem && { costBasis: second.problem }),
    },
  }
}

test('empty fields result in an empty position without problems', () => {
  expect(parse('')).toEqual({ problems: {} })
})

test('accepts spaces, a dollar sign and a decimal comma', () => {
  expect(parse(' 1 200 ', '$ 210,55')).toEqual({ shares: 1200, costBasis: 210.55, problems: {} })
  expect(parse('100', '.5')).toMatchObject({ costBasis: 0.5 })
})

test('parses thousands separators of the locale, never as decimal separators', () => {
  expect(parse('1,000', '1,234')).toEqual({ shares: 1000, costBasis: 1234, problems: {} })
  expect(parse('12,000', '$1,234.50')).toEqual({ shares: 12_000, costBasis: 1234.5, problems: {} })
  expect(parse('1.000', '1.234', 'de')).toEqual({ shares: 1000, costBasis: 1234, problems: {} })
  expect(parse('1 000', '1.234,50', 'de')).toEqual({ shares: 1000, costBasis: 1234.5, problems: {} })
  expect(parse('1\u202f000', '1\u202f234,50', 'fr')).toEqual({
    shares: 1000,
    costBasis: 1234.5,
    problems: {},
  })
})

test('accepts an unambiguous decimal separator in any locale', () => {
  expect(parse('', '1.234')).toMatchObject({ costBasis: 1.234 })
  expect(parse('', '1,234', 'de')).toMatchObject({ costBasis: 1.234 })
  expect(parse('', '210.55', 'de')).toMatchObject({ costBasis: 210.55 })
  expect(parse('', '0,125')).toMatchObject({ costBasis: 0.125 })
  expect(parse('', '1.234,50')).toMatchObject({ costBasis: 1234.5 })
  expect(parse('', '1,234,567.5', 'de')).toMatchObject({ costBasis: 1_234_567.5 })
})

test.each(['1234,567', '12,34,567', '1,234.567,8', '1,2345.6', '1.234,567.8'])(
  'rejects the ambiguous price %s',
  (text) => {
    expect(parse('', text)).toEqual({ problems: { costBasis: 'basisPositive' } })
  },
)

test.each(['1.000', '1,00', '1,0000', '0,100', ',100'])(
  'rejects %s as a number of shares in English',
  (text) => {
    expect(parse(text)).toEqual({ problems: { shares: 'sharesWhole' } })
  },
)

test.each(locales)('parses the numbers that the widget formats in %s', (locale) => {
  const format = formats(locale)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) => {
      const price = cents / 100
      expect(parse('', format.price(price), locale).costBasis).toBe(price)
      expect(parse('', plainNumber(price, locale), locale).costBasis).toBe(price)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), (tenThousandths) => {
      expect(parse('', format.price(tenThousandths / 10_000), locale).costBasis).toBe(tenThousandths / 10_000)
      const price = (10_000 + tenThousandths) / 10_000
      expect(parse('', plainNumber(price, locale), locale).costBasis).toBe(price)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (shares) => {
      expect(parse(format.whole(shares), '', locale).shares).toBe(shares)
    }),
  )
})

test.each(['0', '-100', '1.5', '1e3', 'hundred', '10000000000'])(
  'rejects %s as a number of shares',
  (text) => {
    expect(parse(text)).toEqual({ problems: { shares: 'sharesWhole' } })
  },
)

test.each(['0', '-3', 'abc', '1.23456', '1,2,3', '.'])('rejects %s as a price', (text) => {
  expect(parse('', text)).toEqual({ problems: { costBasis: 'basisPositive' } })
})

test('parses cash, with its own problem', () => {
  expect(readPositionField('cash', '$ 25,000', 'en')).toEqual({ value: 25_000 })
  expect(readPositionField('cash', '25.000,50', 'de')).toEqual({ value: 25_000.5 })
  expect(readPositionField('cash', '-1', 'en')).toEqual({ problem: 'cashPositive' })
})
