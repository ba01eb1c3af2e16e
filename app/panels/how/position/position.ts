/** The shares the user holds, what they paid and the cash for puts: read from text fields, and what follows for the contracts. */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import { readDecimal, readWhole } from '#app/i18n/read-number.ts'

/** What the user typed; an empty text means "not given". */
export type PositionText = { shares: string; costBasis: string; cash?: string }

/** What is wrong with a field, as the last part of its text's key. */
export type PositionProblem = 'sharesWhole' | 'basisPositive' | 'cashPositive'

/** A position as read: only valid values are there. */
export type ReadPosition = {
  shares?: number
  /** Dollars per share. */
  costBasis?: number
  /** Dollars. */
  cash?: number
  problems: { shares?: PositionProblem; costBasis?: PositionProblem; cash?: PositionProblem }
}

const withoutSign = (text: string): string => text.replaceAll('$', '').trim()

/** Reads the fields as the language writes numbers: whole positive shares, a positive price, a positive amount; a `$` is forgiven. */
export function readPosition({ shares, costBasis, cash = '' }: PositionText, locale: string): ReadPosition {
  const price = withoutSign(costBasis)
  const amount = withoutSign(cash)
  const position: ReadPosition = { problems: {} }
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

/** What a number of shares covers. */
export type Coverage = {
  /** Contracts the position counts: one per 100 shares, at least one. */
  contracts: number
  /** Shares beyond the last whole hundred, where at least one hundred is held. */
  leftOver: number
  /** Shares still to be bought for the first contract. */
  missing: number
}

/** One contract covers 100 shares; odd lots cover nothing. */
export function coverage(shares: number | null | undefined): Coverage {
  if (!shares) return { contracts: 1, leftOver: 0, missing: 0 }
  const whole = Math.floor(shares / sharesPerContract)
  return {
    contracts: Math.max(1, whole),
    leftOver: whole ? shares % sharesPerContract : 0,
    missing: whole ? 0 : sharesPerContract - shares,
  }
}
