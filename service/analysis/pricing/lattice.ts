/**
 * The binomial lattice of Leisen and Reimer, "Binomial models for option valuation - examining and improving
 * convergence", Applied Mathematical Finance 3 (1996): probabilities by the second Peizer-Pratt inversion, so that the
 * strike lies midway between two final nodes and European prices converge with the square of the steps.
 */
import type { Terms } from './black-scholes.ts'

/** One lattice: the price at node j of step i is spot x downFactor^i x spacing^j. */
export type Lattice = {
  /** Price factor of a step down. */
  readonly downFactor: number
  /** Ratio of a step up to a step down, > 1. */
  readonly spacing: number
  /** Risk-neutral probabilities of a step up and a step down, each discounted by one step. */
  readonly discountedUp: number
  readonly discountedDown: number
}

/**
 * Peizer and Pratt's second inversion: the probability of a step up with which a binomial
 * distribution over `steps` (odd) has the probability N(z) above its middle, and its complement.
 * The smaller is computed without cancellation.
 */
const invertPeizerPratt = (z: number, steps: number): readonly [above: number, below: number] => {
  const scaled = z / (steps + 1 / 3 + 0.1 / (steps + 1))
  const tail = Math.exp(-scaled * scaled * (steps + 1 / 6))
  const root = Math.sqrt(1 - tail)
  const large = 0.5 * (1 + root)
  const small = (0.5 * tail) / (1 + root)
  return z >= 0 ? [large, small] : [small, large]
}

/**
 * Creates the lattice for the terms; `spot` is the part of the price that diffuses. Returns
 * `undefined` if strike and spot are so many standard deviations apart that a probability
 * underflows (the outcome is then certain), or if the volatility is too large or too small for this
 * many steps. Callers fall back to the European price, or the exercise value if that is higher.
 */
export const createLattice = (terms: Omit<Terms, 'right'>, steps: number): Lattice | undefined => {
  const { spot, strike, years, rate, yield: dividendYield, volatility } = terms
  const deviation = volatility * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + (rate - dividendYield) * years) / deviation + 0.5 * deviation
  const [up, down] = invertPeizerPratt(d1 - deviation, steps)
  const [shareUp, shareDown] = invertPeizerPratt(d1, steps)
  const stepYears = years / steps
  const growth = Math.exp((rate - dividendYield) * stepYears)
  const downFactor = (growth * shareDown) / down
  const spacing = (shareUp * down) / (up * shareDown)
  if (!(downFactor > 0 && spacing > 1 && spacing < 1e6)) return undefined
  const discount = Math.exp(-rate * stepYears)
  return { downFactor, spacing, discountedUp: discount * up, discountedDown: discount * down }
}
