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
export const missing = '—'

/** The texts in `es` are Latin American, and so are its number formats: $1,234.50. */
export const tagOf = (locale: string) =>
  `${locale === 'es' ? 'es-419' : locale}-u-nu-latn${locale === 'ar' ? '-ca-gregory' : ''}`

const formatters = new Map<string, unknown>()

/** Returns a cached formatter: creating one is expensive. */
function formatter<Options, Formatter>(
  Kind: new (tag: string, options: Options) => Formatter,
  locale: string,
  options: Options,
): Formatter {
  const key = Kind.name + locale + JSON.stringify(options)
  if (!formatters.has(key)) formatters.set(key, new Kind(tagOf(locale), options))
  return formatters.get(key) as Formatter
}

export const fixed = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
  // Nothing rounds to a negative zero.
  signDisplay: 'negative',
})
/** Two decimals; four under a dollar. */
export const priceDigits = (value: number) => (value !== 0 && Math.abs(value) < 1 ? 4 : 2)
export const signed = { signDisplay: 'exceptZero' } as const

/** Options for a full date. In Arabic with the month's name, because its medium date, 16/01/2026, is ambiguous. */
export const medium = (locale: string): Intl.DateTimeFormatOptions =>
  locale === 'ar' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' }

/** A number formatted with `options`; "—" for none. */
export const writeNumber = (
  locale: string,
  value: FormattableNumber,
  options: Intl.NumberFormatOptions,
): string =>
  value == null || !Number.isFinite(value)
    ? missing
    : formatter(Intl.NumberFormat, locale, options).format(value).replaceAll('-', '−')
/** An instant formatted with `options`; "—" for none. */
export const writeDate = (
  locale: string,
  value: FormattableTime,
  options: Intl.DateTimeFormatOptions,
): string => {
  const date = value == null || value === '' ? NaN : new Date(value)
  return Number.isNaN(+date) ? missing : formatter(Intl.DateTimeFormat, locale, options).format(date)
}

/** Memoises a factory by locale. */
export function perLocale<Value>(make: (locale: string) => Value): (locale: string) => Value {
  const cache = new Map<string, Value>()
  return (locale) => {
    if (!cache.has(locale)) cache.set(locale, make(locale))
    return cache.get(locale) as Value
  }
}

/** Returns the first screen's formats in a language. */
export const basicFormats = perLocale((locale) => ({
  locale,
  /** Dollars per share without the sign of the currency: 231.42. */
  price: (value: FormattableNumber) => writeNumber(locale, value, fixed(priceDigits(value ?? 0))),
  /** A decimal as signed percent: 0.0124 → +1.24%. */
  signedPercent: (value: FormattableNumber, digits = 2) =>
    writeNumber(locale, value, { style: 'percent', ...fixed(digits), ...signed }),
  /** A plain number with fixed decimals. */
  decimal: (value: FormattableNumber, digits = 2) => writeNumber(locale, value, fixed(digits)),
  /** A day of the exchange, `YYYY-MM-DD` (or the day part of a datetime): Jan 16, 2026. */
  day: (value: string | null | undefined) =>
    writeDate(locale, value?.slice(0, 10), { ...medium(locale), timeZone: 'UTC' }),
}))

/** The first screen's formats in the displayed language. */
export const useBasicFormat = (): ReturnType<typeof basicFormats> =>
  basicFormats(useTranslation().i18n.language)
