/**
 * Formats of numbers and dates: Latin digits in every language (traders compare with their broker's screen), a
 * typographic minus, exchange days unaffected by time zones, and "—" for missing values. Formatters are cached.
 *
 * This file has the formats of the first screen; format.ts has the others.
 */
import { useTranslation } from '#app/i18n/use-translation.ts'

export type FormattableNumber = number | null | undefined
export type FormattableTime = string | number | Date | null | undefined

/** Placeholder of a missing value. */
export const missingValueText = '—'

/**
 * Returns the BCP 47 tag for Intl: Latin digits and the Gregorian calendar. The texts in `es` are
 * Latin American, and so are its number formats: $1,234.50.
 */
export const languageTagOf = (locale: string) =>
  `${locale === 'es' ? 'es-419' : locale}-u-nu-latn${locale === 'ar' ? '-ca-gregory' : ''}`

const formatters = new Map<string, unknown>()

/** Returns a cached formatter, because creating one is expensive. */
function formatter<Options, Formatter>(
  FormatterClass: new (tag: string, options: Options) => Formatter,
  locale: string,
  options: Options,
): Formatter {
  const key = FormatterClass.name + locale + JSON.stringify(options)
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

/**
 * Options for a full date. In Arabic it has the month's name, because the medium date, 16/01/2026,
 * is ambiguous.
 */
export const mediumDate = (locale: string): Intl.DateTimeFormatOptions =>
  locale === 'ar' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' }

/** Formats a number; "—" for a missing or infinite value. */
export const formatNumber = (
  locale: string,
  value: FormattableNumber,
  options: Intl.NumberFormatOptions,
): string =>
  value == null || !Number.isFinite(value)
    ? missingValueText
    : formatter(Intl.NumberFormat, locale, options).format(value).replaceAll('-', '−')
/** Formats an instant; "—" for a missing or invalid value. */
export const formatDate = (
  locale: string,
  value: FormattableTime,
  options: Intl.DateTimeFormatOptions,
): string => {
  const date = value == null || value === '' ? NaN : new Date(value)
  return Number.isNaN(+date) ? missingValueText : formatter(Intl.DateTimeFormat, locale, options).format(date)
}

/** Memoises a factory by locale. */
export function perLocale<Value>(create: (locale: string) => Value): (locale: string) => Value {
  const cache = new Map<string, Value>()
  return (locale) => {
    if (!cache.has(locale)) cache.set(locale, create(locale))
    return cache.get(locale) as Value
  }
}

/** Returns the first screen's formats in a language. */
export const basicFormats = perLocale((locale) => ({
  locale,
  /** Dollars per share without the currency sign: 231.42. */
  price: (value: FormattableNumber) => formatNumber(locale, value, fixedDecimals(priceDigits(value ?? 0))),
  /** A decimal as signed percent: 0.0124 → +1.24%. */
  signedPercent: (value: FormattableNumber, digits = 2) =>
    formatNumber(locale, value, { style: 'percent', ...fixedDecimals(digits), ...alwaysSigned }),
  /** A plain number with fixed decimals. */
  decimal: (value: FormattableNumber, digits = 2) => formatNumber(locale, value, fixedDecimals(digits)),
  /** A day of the exchange, `YYYY-MM-DD` (or the day part of a datetime): Jan 16, 2026. */
  day: (value: string | null | undefined) =>
    formatDate(locale, value?.slice(0, 10), { ...mediumDate(locale), timeZone: 'UTC' }),
}))

/** Returns the first screen's formats in the displayed language. */
export const useBasicFormat = (): ReturnType<typeof basicFormats> =>
  basicFormats(useTranslation().i18n.language)
