/** Formatters of `Intl`, cached, with the conventions of number-format.ts, and the dates of the first screen. */
import { type FormattableNumber, missingValueText } from './number-format.ts'

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
/** Returns the number of decimals of a percentage: two below 10 %, otherwise one. */
export const percentDigits = (value: number) => (Math.abs(value) < 0.1 ? 2 : 1)
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

export type FormattableTime = string | number | Date | null | undefined

/** The time zone of the exchanges. */
export const newYork = 'America/New_York'

/** Formats an instant; "—" for a missing or invalid value. */
export const formatDate = (
  locale: string,
  value: FormattableTime,
  options: Intl.DateTimeFormatOptions,
): string => {
  const date = value == null || value === '' ? NaN : new Date(value)
  return Number.isNaN(+date) ? missingValueText : formatter(Intl.DateTimeFormat, locale, options).format(date)
}

/**
 * Options for a full date. In Arabic it has the month's name, because the medium date, 16/01/2026,
 * is ambiguous.
 */
const mediumDate = (locale: string): Intl.DateTimeFormatOptions =>
  locale === 'ar' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' }

/** A day of the exchange, `YYYY-MM-DD` (or the day part of a datetime): Jan 16, 2026. Time zones do not affect it. */
export const exchangeDay = (locale: string, value: string | null | undefined): string =>
  formatDate(locale, value?.slice(0, 10), { ...mediumDate(locale), timeZone: 'UTC' })

/** A day of the exchange without the year: Jan 16. */
export const exchangeDayShort = (locale: string, value: string | null | undefined): string =>
  formatDate(locale, value?.slice(0, 10), { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** An instant's day in New York: Nov 12, 2026. */
export const newYorkDay = (locale: string, value: FormattableTime): string =>
  formatDate(locale, value, { ...mediumDate(locale), timeZone: newYork })

/** Whether an instant is of the current day in New York. */
export const isNewYorkToday = (locale: string, value: FormattableTime): boolean =>
  newYorkDay(locale, value) === newYorkDay(locale, Date.now())

/** An instant in New York, to the second: 16:02:09. */
export const newYorkTime = (locale: string, value: FormattableTime): string =>
  formatDate(locale, value, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: newYork,
  })
