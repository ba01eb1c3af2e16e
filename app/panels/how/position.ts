/** The shares the user holds and what they paid: read from two text fields, and what follows for the contracts. */
import { sharesPerContract } from './payoff.ts'

/** What the user typed; an empty text means "not given". */
export type PositionText = { shares: string; costBasis: string }

/** What is wrong with a field, as the last part of its text's key. */
export type PositionProblem = 'sharesWhole' | 'basisPositive'

/** A position as read: only valid values are there. */
export type ReadPosition = {
  shares?: number
  /** Dollars per share. */
  costBasis?: number
  problems: { shares?: PositionProblem; costBasis?: PositionProblem }
}

const wholeNumber = /^[1-9]\d{0,8}$/
const decimal = /^(\d{1,9})?([.,]\d{1,4})?$/

/** Reads both fields: whole positive shares, a positive price of up to 4 decimals (`.` or `,`); blanks and a leading `$` are forgiven. */
export function readPosition({ shares, costBasis }: PositionText): ReadPosition {
  const count = shares.replace(/\s/g, '')
  const price = costBasis.replace(/[\s$]/g, '')
  const position: ReadPosition = { problems: {} }
  if (count) {
    if (wholeNumber.test(count)) position.shares = Number(count)
    else position.problems.shares = 'sharesWhole'
  }
  if (price) {
    const value = decimal.test(price) ? Number(price.replace(',', '.')) : Number.NaN
    if (value > 0) position.costBasis = value
    else position.problems.costBasis = 'basisPositive'
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
