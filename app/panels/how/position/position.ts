/** Parses the position from its text fields (shares, cost basis, cash for puts), and computes the covered contracts. */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { readDecimal, readWhole } from '#app/i18n/read-number.ts'

/** The user's input; an empty text means "not specified". */
export type PositionText = { shares: string; costBasis: string; cash?: string }

/** The problem of a field's input; the last part of its i18n key. */
export type PositionProblem = 'sharesWhole' | 'basisPositive' | 'cashPositive'

/** A parsed position. Fields without a valid value are absent. */
export type ParsedPosition = {
  shares?: number
  /** Dollars per share. */
  costBasis?: number
  /** Dollars. */
  cash?: number
  problems: { shares?: PositionProblem; costBasis?: PositionProblem; cash?: PositionProblem }
}

const stripDollarSign = (text: string): string => text.replaceAll('$', '').trim()

/**
 * Parses the fields in the number format of the locale. Values must be positive, and shares a whole
 * number; `$` is ignored.
 */
export function readPosition({ shares, costBasis, cash = '' }: PositionText, locale: string): ParsedPosition {
  const price = stripDollarSign(costBasis)
  const amount = stripDollarSign(cash)
  const position: ParsedPosition = { problems: {} }
  if (shares.trim()) {
    const count = readWhole(shares, locale)
    if (count) position.shares = count
    else position.problems.shares = 'sharesWhole'
  }
  if (price) {
    const value = readDecimal(price, locale)
    if (value) position.costBasis = value
    else position.problems.costBasis = 'basisPositive'
  }
  if (amount) {
    const value = readDecimal(amount, locale)
    if (value) position.cash = value
    else position.problems.cash = 'cashPositive'
  }
  return position
}

/** The contracts that a number of shares covers. */
export type Coverage = {
  /** Contracts of the position: one per 100 shares, but at least one, even if it is not covered. */
  contracts: number
  /** Shares beyond the last full hundred if at least 100 are held. */
  leftOver: number
  /** Shares missing for the first contract. */
  missing: number
}

/**
 * Computes the contracts that a number of shares covers. Without a number the position has one
 * contract.
 */
export function coverage(shares: number | null | undefined): Coverage {
  if (!shares) return { contracts: 1, leftOver: 0, missing: 0 }
  const fullLots = Math.floor(shares / sharesPerContract)
  return {
    contracts: Math.max(1, fullLots),
    leftOver: fullLots ? shares % sharesPerContract : 0,
    missing: fullLots ? 0 : sharesPerContract - shares,
  }
}
