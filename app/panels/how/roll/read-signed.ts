import { readDecimal } from '#app/i18n/read-number.ts'

/** Matches a leading minus sign. A limit with one is a debit. */
const leadingMinus = /^\s*[\u200E\u200F]?[-−–]/

/**
 * Parses signed dollars in the number format of the locale; undefined if they are not whole cents.
 * Unlike `readDecimal` it accepts 0.
 */
export function readSigned(typed: string, locale: string): number | undefined {
  const sign = leadingMinus.test(typed) ? -1 : 1
  const text = typed.replace(leadingMinus, '').replace('+', '')
  const amount = /^\s*0*(?:[.,]0*)?\s*$/.test(text) && text.includes('0') ? 0 : readDecimal(text, locale)
  if (amount === undefined) return undefined
  const inCents = Math.round(sign * amount * 100)
  return Math.abs(sign * amount * 100 - inCents) < 1e-6 ? inCents / 100 : undefined
}
