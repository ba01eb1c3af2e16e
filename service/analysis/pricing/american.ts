/** American options: selects the method for each contract. Measured errors: docs/accuracy.md. */
import { price } from './black-scholes.ts'
import { dividendsWithin, strippedSpot } from './escrowed.ts'
import { exDatePremium } from './ex-date-call.ts'
import { defaultSteps, exerciseValue, leisenReimer } from './leisen-reimer.ts'
import type { AmericanTerms } from './terms.ts'

/**
 * Price of the European option on the same terms, dollars per share: Black-Scholes-Merton on the share less its
 * dividends before expiry.
 */
export const europeanPrice = (terms: AmericanTerms): number => {
  const spot = strippedSpot(terms)
  if (spot > 0) return price({ ...terms, spot })
  return terms.right === 'put' ? terms.strike * Math.exp(-terms.rate * terms.years) : 0
}

/** The odd number nearest to half the steps. */
const halfOddSteps = (steps: number): number => 2 * Math.round(steps / 4 - 0.5) + 1

/**
 * Price of an American option, dollars per share.
 *
 * Calls for which only cash dividends make early exercise worthwhile are integrated from ex-date to
 * ex-date. All other options use a tree. Its error falls as 1 / steps, so a second tree of half the
 * steps allows Richardson extrapolation (Leisen 1998). Calls with both a yield and cash dividends
 * use one tree of twice the steps instead, because their kinks at ex-dates make the error
 * irregular.
 */
export const americanPrice = (terms: AmericanTerms, steps: number = defaultSteps): number => {
  const { right, years, rate, yield: dividendYield } = terms
  const exercise = exerciseValue(terms)
  const spot = strippedSpot(terms)
  if (!(terms.strike > 0 && years > 0 && terms.volatility > 0)) return exercise
  if (!(spot > 0)) return Math.max(exercise, europeanPrice(terms))
  const dividends = dividendsWithin(terms.dividends, years)
  const strippedTerms = { ...terms, spot }
  const european = price(strippedTerms)
  const lowerBound = Math.max(exercise, european)
  if (right === 'call' && dividendYield <= 0 && rate >= 0 && dividends.length === 0) return lowerBound
  if (right === 'call' && dividendYield === 0 && rate >= 0)
    return Math.max(exercise, european + exDatePremium(strippedTerms, dividends))
  if (right === 'put' && dividendYield >= 0 && rate <= 0) return lowerBound
  if (right === 'call' && dividends.length > 0)
    return Math.max(lowerBound, leisenReimer(terms, 2 * steps - 1))
  const coarseSteps = halfOddSteps(steps)
  const fine = leisenReimer(terms, steps)
  const coarse = leisenReimer(terms, coarseSteps)
  return Math.max(lowerBound, fine + ((fine - coarse) * coarseSteps) / (steps - coarseSteps))
}
