/** Formatters of `Intl`, cached, with the conventions of number-format.ts. */
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
