/**
 * Formats of the numbers of the first screen: Latin digits in every language (traders compare with their broker's
 * screen), a typographic minus, and "—" for missing values. They write the same texts as `Intl.NumberFormat`
 * (number-format.test.ts), whose first formatter costs each frame 20 to 35 ms before the ideas are painted.
 * format.ts has the other formats.
 */

export type FormattableNumber = number | null | undefined

/** Placeholder of a missing value. */
export const missingValueText = '—'

/** Returns the number of decimals of a price: two; four below a dollar. */
export const priceDigits = (value: number) => (value !== 0 && Math.abs(value) < 1 ? 4 : 2)

/** Separators of thousands and decimals, minus, plus and percent sign; in right-to-left languages with direction marks. */
const symbolsByLocale: Readonly<Record<string, string>> = {
  fr: '\u202F|,|−|+|\u00A0%',
  de: '.|,|−|+|\u00A0%',
  'pt-BR': '.|,|−|+|%',
  ar: ',|.|\u200E−|\u200E+|\u200E%\u200E',
  he: ',|.|\u200E−|\u200E+|%',
}

/** Returns the number formats of the first screen in a language. */
export function numberFormats(locale: string) {
  const [group, point, minus, plus, percent] = (symbolsByLocale[locale] ?? ',|.|−|+|%').split('|')
  /** @param places decimal places by which the value is shifted: 2 for a percent, which is always signed */
  const fixed = (value: FormattableNumber, digits: number, places = 0) => {
    // Neither null nor undefined is finite.
    if (!Number.isFinite(value)) return missingValueText
    // Shifts the decimal that is written for the value, and rounds as `Intl` does. A value below 0.000001, which is written
    // with an exponent, is zero.
    const rounded = Math.round(Number(`${Math.abs(value!)}e${digits + places}`)) || 0
    const [integer, fraction] = (rounded / 10 ** digits).toFixed(digits).split('.')
    const sign = rounded ? (value! < 0 ? minus : places ? plus : '') : ''
    const text = sign + integer!.replaceAll(/\B(?=(\d{3})+$)/g, group!)
    return text + (fraction ? point + fraction : '') + (places ? percent : '')
  }
  return {
    locale,
    /** Dollars per share without the currency sign: 231.42. */
    price: (value: FormattableNumber) => fixed(value, priceDigits(value ?? 0)),
    /** A decimal as signed percent: 0.0124 → +1.24%. */
    signedPercent: (value: FormattableNumber, digits = 2) => fixed(value, digits, 2),
    /** A plain number with fixed decimals. */
    decimal: (value: FormattableNumber, digits = 2) => fixed(value, digits),
  }
}

export type NumberFormats = ReturnType<typeof numberFormats>
