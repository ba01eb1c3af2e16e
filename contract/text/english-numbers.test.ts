import { describe, expect, test } from 'vitest'
import { englishNumber } from './english-numbers.ts'
import type { EnglishNumber } from './english-numbers.ts'

const formats: readonly EnglishNumber[] = [
  { style: 'currency', minDecimals: 2, maxDecimals: 2 },
  { style: 'percent', minDecimals: 0, maxDecimals: 0 },
  { style: 'percent', minDecimals: 1, maxDecimals: 1 },
  { style: 'percent', minDecimals: 2, maxDecimals: 2 },
  { style: 'decimal', minDecimals: 0, maxDecimals: 2 },
  { style: 'decimal', minDecimals: 0, maxDecimals: 0 },
]

/** Returns the reference implementation: the same format by Intl. */
const intlFormatter = ({ style, minDecimals, maxDecimals }: EnglishNumber) => {
  const format = new Intl.NumberFormat('en-US', {
    style,
    currency: 'USD',
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: maxDecimals,
    signDisplay: 'negative',
  })
  return (value: number) => format.format(value).replace('-', '\u2212')
}

/** Edge cases: limits, halves that binary numbers cannot represent, zeros, and NaN. */
const edgeCases = [
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

/** Numbers of all magnitudes, with many and few decimals, and halves of the last printed digit. */
function* numbers(): Generator<number> {
  yield* edgeCases
  // Knuth's multiplicative hashing: the same numbers each time.
  for (let index = 1; index <= 5000; index++) {
    const fraction = ((index * 2_654_435_761) % 2 ** 32) / 2 ** 32 - 0.5
    const value = fraction * 10 ** ((index % 18) - 7)
    const scale = 10 ** (index % 7)
    yield value
    yield Math.round(value * scale) / scale
    for (const half of [1, 100, 1000, 10_000]) yield (Math.round(value * half) + 0.5) / half
  }
}

describe.each(formats)('$style with $minDecimals to $maxDecimals decimals', (form) => {
  test('formats every number like Intl, with a minus sign (U+2212)', () => {
    const [formatNumber, intl] = [englishNumber(form), intlFormatter(form)]
    const different = [...numbers()].filter((value) => formatNumber(value) !== intl(value))
    expect(different).toEqual([])
  })
})
