/** American options by a Leisen-Reimer tree. */
import { price } from './black-scholes.ts'
import { callWithDividends } from './call-tree.ts'
import { dividendsWithin, strippedSpot } from './escrowed.ts'
import { latticeOf } from './lattice.ts'
import { putOnLattice, putWithDividends } from './put-tree.ts'
import type { AmericanTerms } from './terms.ts'

/** Default number of tree steps. */
export const defaultSteps = 101

/** What exercising now pays, dollars per share, never negative. */
export const exerciseValue = ({ right, spot, strike }: AmericanTerms): number =>
  Math.max(0, right === 'call' ? spot - strike : strike - spot)

/**
 * Price of an American option by one tree, dollars per share. Its error falls with the steps: `americanPrice` makes
 * more of the same work.
 *
 * @param terms dividends in cash by the escrowed model: `volatility` is that of the share less their present value
 * @param steps odd; with an even number the strike would not lie between two nodes
 */
export const leisenReimer = (terms: AmericanTerms, steps: number = defaultSteps): number => {
  const { right, strike, years, rate, yield: paid, volatility } = terms
  const now = exerciseValue(terms)
  const dividends = dividendsWithin(terms.dividends, years)
  const spot = dividends.length === 0 ? terms.spot : strippedSpot(terms)
  if (!(spot > 0 && strike > 0 && years > 0 && volatility > 0)) return now
  const bare = { right, spot, strike, years, rate, yield: paid, volatility }
  const isPut = right === 'put'
  if (dividends.length === 0 && rate >= 0 && paid >= 0) {
    // A call is the put that gives the strike's money for the share: McDonald and Schroder, 1998.
    const put = isPut ? bare : { ...bare, spot: strike, strike: spot, rate: paid, yield: rate }
    const lattice = latticeOf(put, steps)
    return Math.max(now, lattice ? putOnLattice(lattice, put.spot, put.strike, steps) : price(bare))
  }
  const lattice = latticeOf(bare, steps)
  if (!lattice) return Math.max(now, price(bare))
  const onLattice = isPut ? putWithDividends : callWithDividends
  return Math.max(now, onLattice(lattice, bare, dividends, steps))
}
