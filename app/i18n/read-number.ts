/** Parses typed numbers in the format of the user's language: 1,234.50 in English, 1.234,50 in German. */
import { languageTagOf } from './intl-format.ts'

/** Blanks, which separate groups of digits in some languages, and direction marks. */
const ignoredCharacters = /[\s\u200E\u200F\u061C]/g

/** Returns the thousands separator of a locale. */
const groupSeparator = (locale: string): string | undefined =>
  new Intl.NumberFormat(languageTagOf(locale)).formatToParts(1_234_567).find(({ type }) => type === 'group')
    ?.value

/** Removes group separators; undefined unless all groups after the first have three digits. */
function removeGroupSeparators(text: string, separator: string): string | undefined {
  const [head = '', ...groups] = text.split(separator)
  const isGrouped = /^[1-9]\d{0,2}$/.test(head) && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? head + groups.join('') : undefined
}

/**
 * Parses a whole number, at least 1, of up to nine digits; undefined for other text. Accepts the
 * locale's separators.
 */
export function readWhole(typed: string, locale: string): number | undefined {
  const text = typed.replaceAll(ignoredCharacters, '')
  const separator = groupSeparator(locale)
  const digits = (separator && removeGroupSeparators(text, separator)) ?? text
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined
}

/**
 * Parses a positive number of up to nine digits and four decimals; undefined for other or ambiguous
 * text. Accepts both point and comma as decimal separator, because a keypad has only one of them.
 * Of two different separators, the last is the decimal separator. A single separator before exactly
 * three digits has its meaning in the locale.
 */
export function readDecimal(typed: string, locale: string): number | undefined {
  const text = typed.replaceAll(ignoredCharacters, '')
  const separators = text.match(/[.,]/g) ?? []
  const [firstSeparator] = separators
  const lastSeparator = separators.at(-1)
  const isGroupOfThree = /^\d*[1-9]\d*[.,]\d{3}$/.test(text) && firstSeparator === groupSeparator(locale)
  const areAllGroupSeparators = firstSeparator === lastSeparator && (separators.length > 1 || isGroupOfThree)
  const integerEnd = lastSeparator && !areAllGroupSeparators ? text.lastIndexOf(lastSeparator) : text.length
  const integerPart = text.slice(0, integerEnd)
  const digits =
    firstSeparator && integerPart.includes(firstSeparator)
      ? removeGroupSeparators(integerPart, firstSeparator)
      : integerPart
  const normalized = `${digits}${text.slice(integerEnd).replace(',', '.')}`
  return /^\d{0,9}(?:\.\d{1,4})?$/.test(normalized) && Number(normalized) > 0 ? Number(normalized) : undefined
}

/**
 * Formats a number for an input field, so that `readDecimal` can parse it: no group separators, up
 * to four decimals.
 */
export const plainNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(languageTagOf(locale), { useGrouping: false, maximumFractionDigits: 4 }).format(value)
