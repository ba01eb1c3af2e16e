/** Converts an American quote to a European one: the price that a smile is fitted to. */
import type { Right } from './black-scholes.ts'
import { europeanPrice } from './american.ts'
import {
  americanVolatility,
  certainValue,
  europeanVolatility,
  type Contractual,
} from './american-volatility.ts'
import { premiumBound } from './premium-bound.ts'

export type EuropeanEquivalent = {
  /** Dollars per share. */
  readonly price: number
  /** The removed early-exercise premium, dollars per share. */
  readonly premium: number
  /** Yearly; of the share less its dividends before expiry. */
  readonly volatility: number
  /**
   * `never`: exercise before expiry never pays. `negligible`: it is worth less than a tenth of the spread for sure, and
   * nothing was taken off. `inverted`: the American price was inverted.
   */
  readonly by: 'never' | 'negligible' | 'inverted'
}

/** Of the spread: what early exercise may be worth without being taken off. */
const negligible = 0.1
/** Of the spread: how close the inverted price comes. */
const close = 0.01
/**
 * Trees of as many steps as the spread asks for, which is in basis points of spot: their errors, which grow with the
 * term, stay some hundredths of it.
 */
const stepsFor = (points: number, years: number): number => {
  const room = points * Math.min(1, 0.25 / years)
  return room > 40 ? 25 : room > 10 ? 51 : 101
}

/**
 * The European price and volatility behind the middle of an American quote.
 *
 * @param middle dollars per share
 * @param spread ask less bid, dollars per share
 * @returns `undefined` if the quote implies no volatility: at most a tenth of the spread above the value at
 *   zero volatility, or above any price
 */
export const europeanEquivalent = (
  right: Right,
  middle: number,
  spread: number,
  terms: Contractual,
): EuropeanEquivalent | undefined => {
  const european = europeanVolatility(right, middle, terms)
  // The volatility of the quote read as European is at least the American one, and the bound rises with it.
  const bound = european === undefined ? Infinity : premiumBound({ ...terms, right, volatility: european })
  if (european !== undefined && bound <= negligible * spread)
    return { price: middle, premium: 0, volatility: european, by: bound === 0 ? 'never' : 'negligible' }
  if (!(middle > certainValue(right, terms) + negligible * spread)) return undefined
  const tolerance = Math.max(close * spread, 1e-6 * terms.spot)
  const steps = stepsFor((1e4 * spread) / terms.spot, terms.years)
  const volatility = americanVolatility(right, middle, terms, { tolerance, steps })
  if (volatility === undefined) return undefined
  const price = europeanPrice({ ...terms, right, volatility })
  return { price, premium: middle - price, volatility, by: 'inverted' }
}
