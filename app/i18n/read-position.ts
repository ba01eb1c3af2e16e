/** Parses what the user has: shares and their cost, or cash for puts. */
import { plainNumber, readDecimal, readWhole } from './read-number.ts'

/** Number of shares; their cost, dollars per share; dollars for puts. */
export type PositionFieldName = 'shares' | 'costBasis' | 'cash'

/** The problem of a field's input; the last part of its i18n key. */
export type PositionProblem = 'sharesWhole' | 'basisPositive' | 'cashPositive'
const problems = { shares: 'sharesWhole', costBasis: 'basisPositive', cash: 'cashPositive' } as const

/** `value` is absent if the text is empty, which means "not specified", and if it has a problem. */
export type ReadField = { value?: number; problem?: PositionProblem }

/**
 * Parses a field in the number format of the locale. Values must be positive, and shares a whole number; `$` is
 * ignored.
 */
export function readPositionField(name: PositionFieldName, text: string, locale: string): ReadField {
  const digits = text.replaceAll('$', '').trim()
  if (digits === '') return {}
  const value = (name === 'shares' ? readWhole : readDecimal)(digits, locale)
  return value === undefined ? { problem: problems[name] } : { value }
}

/** Formats a value so that `readPositionField` can parse it; empty without a value. */
export const positionFieldText = (value: number | undefined, locale: string): string =>
  value === undefined ? '' : plainNumber(value, locale)
