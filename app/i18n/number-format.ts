/**
 * Formats of the numbers of the first screen: Latin digits in every language (traders compare with their broker's
 * screen), a typographic minus, and "—" for missing values. Formatters are cached. Without React and dates, because the
 * bootstrap script paints the ideas with them (boot/first-ideas/paint-ideas.ts); format.ts has the other formats.
 */

export type FormattableNumber = number | null | undefined

/** Placeholder of a missing value. */
export const missingValueText = '—'

/**
 * Returns the BCP 47 tag for Intl: Latin digits and the Gregorian calendar. The texts in `es` are
 * Latin American, and so are its number formats: $1,234.50.
 */
export const languageTagOf = (locale: string) => `${locale === 'es' ? 'es-419' : locale}-u-ca-gregory-nu-latn`

const formatters = new Map<string, unknown>()

/** Returns a cached formatter, because creating one is expensive. */
export function formatter<Options, Formatter>(
  FormatterClass: new (tag: string, options: Options) => Formatter,
  locale: string,
  options: Options,
): Formatter {
  // No options of numbers equal options of dates.
  const key = locale + JSON.stringify(options)
  if (!formatters.has(key)) formatters.set(key, new FormatterClass(languageTagOf(locale), options))
  return formatters.get(key) as Formatter
}

export const fixedDecimals = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
  // A value that rounds to zero has no minus.
  signDisplay: 'negative',
})
/** Returns the number of decimals of a price: two; four below a dollar. */
export const priceDigits = (value: number) => (value !== 0 && Math.abs(value) < 1 ? 4 : 2)
export const alwaysSigned = { signDisplay: 'exceptZero' } as const

/** Formats a number; "—" for a missing or infinite value. */
export const formatNumber = (
  locale: string,
  value: FormattableNumber,
  options: Intl.NumberFormatOptions,
): string =>
  value == null || !Number.isFinite(value)
    ? missingValueText
    : formatter(Intl.NumberFormat, locale, options).format(value).replaceAll('-', '−')
/** Memoises a factory by locale. */
export function perLocale<Value>(create: (locale: string) => Value): (locale: string) => Value {
  const cache = new Map<string, Value>()
  return (locale) => {
    if (!cache.has(locale)) cache.set(locale, create(locale))
    return cache.get(locale) as Value
  }
}

/** Returns the number formats of the first screen in a language. */
export const numberFormats = perLocale((locale) => ({
  locale,
  /** Dollars per share without the currency sign: 231.42. */
  price: (value: FormattableNumber) => formatNumber(locale, value, fixedDecimals(priceDigits(value ?? 0))),
  /** A decimal as signed percent: 0.0124 → +1.24%. */
  signedPercent: (value: FormattableNumber, digits = 2) =>
    formatNumber(locale, value, { style: 'percent', ...fixedDecimals(digits), ...alwaysSigned }),
  /** A plain number with fixed decimals. */
  decimal: (value: FormattableNumber, digits = 2) => formatNumber(locale, value, fixedDecimals(digits)),
}))

export type NumberFormats = ReturnType<typeof numberFormats>
