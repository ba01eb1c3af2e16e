/** Formats of the first screen (number-format.ts), with its dates. Exchange days are unaffected by time zones. */
import { exchangeDay } from './intl-format.ts'
import { numberFormats } from './number-format.ts'
import { useTranslation } from './use-translation.ts'

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
  day: (value: string | null | undefined) => exchangeDay(locale, value),
}))

/** Returns the first screen's formats in the displayed language. */
export const useBasicFormat = (): ReturnType<typeof basicFormats> =>
  basicFormats(useTranslation().i18n.language)
