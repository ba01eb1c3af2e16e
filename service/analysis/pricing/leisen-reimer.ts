/** American options by a Leisen-Reimer tree. */
import { price } from './black-scholes.ts'
import { callWithDividends } from './call-tree.ts'
import { dividendsWithin, strippedSpot } from './escrowed.ts'
import { createLattice } from './lattice.ts'
import { putOnLattice, putWithDividends } from './put-tree.ts'
import type { AmericanTerms } from './terms.ts'

/** Default number of tree steps. */
export const defaultSteps = 101

/** Payoff of immediate exercise, dollars per share, never negative. */
export const exerciseValue = ({ right, spot, strike }: AmericanTerms): number =>
  Math.max(0, right === 'call' ? spot - strike : strike - spot)

/**
 * Price of an American option from one tree, dollars per share. `americanPrice` is more accurate
 * for the same work.
 *
 * @param terms with cash dividends, `volatility` is that of the share less their present value
 *   (escrowed model)
 * @param steps odd, so that the strike lies between two nodes
 */
export const leisenReimer = (terms: AmericanTerms, steps: number = defaultSteps): number => {
  const { right, strike, years, rate, yield: dividendYield, volatility } = terms
  const exercise = exerciseValue(terms)
  const dividends = dividendsWithin(terms.dividends, years)
  const spot = dividends.length === 0 ? terms.spot : strippedSpot(terms)
  if (!(spot > 0 && strike > 0 && years > 0 && volatility > 0)) return exercise
  const strippedTerms = { right, spot, strike, years, rate, yield: dividendYield, volatility }
  const isPut = right === 'put'
  if (dividends.length === 0 && rate >= 0 && dividendYield >= 0) {
    // A call equals a put whose spot and strike, and rate and yield, are exchanged (McDonald and Schroder 1998).
    const put = isPut
      ? strippedTerms
      : { ...strippedTerms, spot: strike, strike: spot, rate: dividendYield, yield: rate }
    const putLattice = createLattice(put, steps)
    return Math.max(
      exercise,
      putLattice ? putOnLattice(putLattice, put.spot, put.strike, steps) : price(strippedTerms),
    )
  }
  const lattice = createLattice(strippedTerms, steps)
  if (!lattice) return Math.max(exercise, price(strippedTerms))
  const priceOnLattice = isPut ? putWithDividends : callWithDividends
  return Math.max(exercise, priceOnLattice(lattice, strippedTerms, dividends, steps))
}
