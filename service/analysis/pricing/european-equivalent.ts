/** Converts an American quote to the price of the European option, to which a smile is fitted. */
import type { Right } from './black-scholes.ts'
import { europeanPrice } from './american.ts'
import {
  americanVolatility,
  zeroVolatilityValue,
  europeanVolatility,
  type UnderlyingTerms,
} from './american-volatility.ts'
import { premiumBound } from './premium-bound.ts'

export type EuropeanEquivalent = {
  /** Dollars per share. */
  readonly price: number
  /** The removed early-exercise premium, dollars per share. */
  readonly premium: number
  /** Yearly decimal: volatility of the share price less the value of the dividends before expiry. */
  readonly volatility: number
  /**
   * `never`: exercise before expiry never pays. `negligible`: the premium is certainly less than a tenth of the spread
   * and was not subtracted. `inverted`: the American price was inverted.
   */
  readonly method: 'never' | 'negligible' | 'inverted'
}

/** Share of the spread below which the early-exercise premium is not subtracted. */
const negligibleShare = 0.1
/** Tolerance of the inversion, as a share of the spread. */
const toleranceShare = 0.01
/**
 * Number of tree steps for a spread, which is in basis points of spot. The error of a tree grows
 * with the time to expiry; these numbers keep it at a few hundredths of the spread.
 */
const stepsFor = (spreadPoints: number, years: number): number => {
  const scaledSpread = spreadPoints * Math.min(1, 0.25 / years)
  return scaledSpread > 40 ? 25 : scaledSpread > 10 ? 51 : 101
}

/**
 * Returns the European price and volatility implied by the mid of an American quote.
 *
 * @param mid mid price, dollars per share
 * @param spread ask less bid, dollars per share
 * @returns `undefined` if the quote implies no volatility: at most a tenth of the spread above the
 *   value at zero volatility, or higher than any volatility gives
 */
export const europeanEquivalent = (
  right: Right,
  mid: number,
  spread: number,
  terms: UnderlyingTerms,
): EuropeanEquivalent | undefined => {
  const european = europeanVolatility(right, mid, terms)
  // Inverting the quote as European gives at least the American volatility, and the bound rises with volatility.
  const bound = european === undefined ? Infinity : premiumBound({ ...terms, right, volatility: european })
  if (european !== undefined && bound <= negligibleShare * spread)
    return { price: mid, premium: 0, volatility: european, method: bound === 0 ? 'never' : 'negligible' }
  if (!(mid > zeroVolatilityValue(right, terms) + negligibleShare * spread)) return undefined
  const tolerance = Math.max(toleranceShare * spread, 1e-6 * terms.spot)
  const steps = stepsFor((1e4 * spread) / terms.spot, terms.years)
  const volatility = americanVolatility(right, mid, terms, { tolerance, steps })
  if (volatility === undefined) return undefined
  const price = europeanPrice({ ...terms, right, volatility })
  return { price, premium: mid - price, volatility, method: 'inverted' }
}
