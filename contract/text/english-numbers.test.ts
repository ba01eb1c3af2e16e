import { describe, expect, test } from 'vitest'
import { englishNumber } from './english-numbers.ts'
import type { EnglishNumber } from './english-numbers.ts'

const forms: readonly EnglishNumber[] = [
  { style: 'currency', least: 2, most: 2 },
  { style: 'percent', least: 0, most: 0 },
  { style: 'percent', least: 1, most: 1 },
  { style: 'percent', least: 2, most: 2 },
  { style: 'decimal', least: 0, most: 2 },
  { style: 'decimal', least: 0, most: 0 },
]

/** The reference: the same format by Intl. */
const byIntl = ({ style, least, most }: EnglishNumber) => {
  const format = new Intl.NumberFormat('en-US', {
    style,
    currency: 'USD',
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: 'negative',
  })
  return (value: number) => format.format(value).replace('-', '\u2212')
}

/** Edge cases: limits, halves that binary numbers cannot represent, zeros, and NaN. */
const odd = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.005,
  0.045,
  -0.004,
  -0.005,
  0.995,
  0.9949999,
  999.995,
  999_999.995,
  1000,
  10_000,
  9_999_999_999.99,
  1e10,
  1e12,
  1e21,
  1e-6,
  9e-7,
  1e-7,
  NaN,
  Infinity,
  -Infinity,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
]

/** Of all sizes, with all decimals and with few, and halves of the last digit that is written. */
function* numbers(): Generator<number> {
  yield* odd
  // Knuth's multiplicative hashing: the same numbers each time.
  for (let at = 1; at <= 5000; at++) {
    const one = ((at * 2_654_435_761) % 2 ** 32) / 2 ** 32 - 0.5
    const value = one * 10 ** ((at % 18) - 7)
    const scale = 10 ** (at % 7)
    yield value
    yield Math.round(value * scale) / scale
    for (const half of [1, 100, 1000, 10_000]) yield (Math.round(value * half) + 0.5) / half
  }
}

describe.each(forms)('$style with $least to $most decimals', (form) => {
  test('formats every number like Intl, with a minus sign (U+2212)', () => {
    const [ours, intl] = [englishNumber(form), byIntl(form)]
    const different = [...numbers()].filter((value) => ours(value) !== intl(value))
    expect(different).toEqual([])
  })
})
