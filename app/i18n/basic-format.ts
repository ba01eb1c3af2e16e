/** Formats of the first screen (number-format.ts), with its dates. Exchange days are unaffected by time zones. */
import { formatter } from './intl-format.ts'
import { missingValueText, numberFormats } from './number-format.ts'
import { useTranslation } from './use-translation.ts'

export type FormattableTime = string | number | Date | null | undefined

/**
 * Options for a full date. In Arabic it has the month's name, because the medium date, 16/01/2026,
 * is ambiguous.
 */
export const mediumDate = (locale: string): Intl.DateTimeFormatOptions =>
  locale === 'ar' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' }

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
  ...numberFormats(locale),
  /** A day of the exchange, `YYYY-MM-DD` (or the day part of a datetime): Jan 16, 2026. */
  day: (value: string | null | undefined) =>
    formatDate(locale, value?.slice(0, 10), { ...mediumDate(locale), timeZone: 'UTC' }),
}))

/** Returns the first screen's formats in the displayed language. */
export const useBasicFormat = (): ReturnType<typeof basicFormats> =>
  basicFormats(useTranslation().i18n.language)
