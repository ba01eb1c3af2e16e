/**
 * How numbers and dates are written: Latin digits in every language (traders compare with their broker's screen), a true
 * minus, days of the exchange never shifted by a time zone, "—" for what is missing. Formatters are made once.
 *
 * Here is what the first screen writes; format.ts has the rest.
 */
import { useTranslation } from 'react-i18next'

export type Figure = number | null | undefined
export type Moment = string | number | Date | null | undefined

/** What stands for a missing value. */
export const missing = '—'

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()
/** The texts in `es` are Latin American, and so is $1,234.50. */
export const tagOf = (locale: string) =>
  `${locale === 'es' ? 'es-419' : locale}-u-nu-latn${locale === 'ar' ? '-ca-gregory' : ''}`

function numbers(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n${locale}${JSON.stringify(options)}`
  if (!cache.has(key)) cache.set(key, new Intl.NumberFormat(tagOf(locale), options))
  return cache.get(key) as Intl.NumberFormat
}
function dates(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d${locale}${JSON.stringify(options)}`
  if (!cache.has(key)) cache.set(key, new Intl.DateTimeFormat(tagOf(locale), options))
  return cache.get(key) as Intl.DateTimeFormat
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

/** A day in full. Arabic's medium date is 16/01/2026: the month by name cannot be mistaken. */
export const medium = (locale: string): Intl.DateTimeFormatOptions =>
  locale === 'ar' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' }

/** A number as `options` say; "—" where there is none. */
export const writeNumber = (locale: string, value: Figure, options: Intl.NumberFormatOptions): string =>
  value == null || !Number.isFinite(value)
    ? missing
    : numbers(locale, options).format(value).replaceAll('-', '−')
/** An instant as `options` say; "—" where there is none. */
export const writeDate = (locale: string, value: Moment, options: Intl.DateTimeFormatOptions): string => {
  const moment = value == null || value === '' ? NaN : new Date(value)
  return Number.isNaN(+moment) ? missing : dates(locale, options).format(moment)
}

const make = (locale: string) => ({
  locale,
  /** Dollars per share without the sign of the currency: 231.42. */
  price: (value: Figure) => writeNumber(locale, value, fixed(priceDigits(value ?? 0))),
  /** A decimal as signed percent: 0.0124 → +1.24%. */
  signedPercent: (value: Figure, digits = 2) =>
    writeNumber(locale, value, { style: 'percent', ...fixed(digits), ...signed }),
  /** A plain number with fixed decimals. */
  decimal: (value: Figure, digits = 2) => writeNumber(locale, value, fixed(digits)),
  /** A day of the exchange, `YYYY-MM-DD` (or the day part of a datetime): Jan 16, 2026. */
  day: (value: string | null | undefined) =>
    writeDate(locale, value?.slice(0, 10), { ...medium(locale), timeZone: 'UTC' }),
})
type BasicFormat = ReturnType<typeof make>

const made = new Map<string, BasicFormat>()

/** The first screen's formats of a language. */
export function basicFormats(locale: string): BasicFormat {
  let format = made.get(locale)
  if (!format) made.set(locale, (format = make(locale)))
  return format
}

/** The first screen's formats of the language on screen. */
export const useBasicFormat = (): BasicFormat => basicFormats(useTranslation().i18n.language)
