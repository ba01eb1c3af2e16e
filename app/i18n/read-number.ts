/** Parses typed numbers in the format of the user's language: 1,234.50 in English, 1.234,50 in German. */
import { tagOf } from './basic-format.ts'

/** Some languages group digits by blanks; others surround numbers by direction marks. */
const ignored = /[\s\u200E\u200F\u061C]/g

/** The thousands separator of a locale. */
const groupMark = (locale: string): string | undefined =>
  new Intl.NumberFormat(tagOf(locale)).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value

/** Removes group separators; undefined unless all groups after the first have three digits. */
function ungrouped(text: string, mark: string): string | undefined {
  const [head = '', ...groups] = text.split(mark)
  const isGrouped = /^[1-9]\d{0,2}$/.test(head) && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? head + groups.join('') : undefined
}

/** A whole number from 1 up to nine digits; undefined for other text. Separators are those of the locale. */
export function readWhole(typed: string, locale: string): number | undefined {
  const text = typed.replaceAll(ignored, '')
  const mark = groupMark(locale)
  const digits = (mark && ungrouped(text, mark)) ?? text
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined
}

/**
 * A positive number of up to nine digits and four decimals; undefined for other or ambiguous text. Point and
 * comma are both accepted as decimal separator, because keypads have one of them. Of two different separators
 * the last is the decimal one; a single one before exactly three digits has the locale's meaning.
 */
export function readDecimal(typed: string, locale: string): number | undefined {
  const text = typed.replaceAll(ignored, '')
  const marks = text.match(/[.,]/g) ?? []
  const [first] = marks
  const last = marks.at(-1)
  const inThrees = /^\d*[1-9]\d*[.,]\d{3}$/.test(text) && first === groupMark(locale)
  const allGroups = first === last && (marks.length > 1 || inThrees)
  const end = last && !allGroups ? text.lastIndexOf(last) : text.length
  const integerPart = text.slice(0, end)
  const digits = first && integerPart.includes(first) ? ungrouped(integerPart, first) : integerPart
  const plain = `${digits}${text.slice(end).replace(',', '.')}`
  return /^\d{0,9}(?:\.\d{1,4})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined
}

/** A number as it reads back: no groups, up to four decimals. */
export const plainNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(tagOf(locale), { useGrouping: false, maximumFractionDigits: 4 }).format(value)
