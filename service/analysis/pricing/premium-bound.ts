/**
 * How much the right to exercise early can add at most: closed forms, so that trees are spared where it does not matter.
 * From the decomposition of Kim (1990) and Carr, Jarrow and Myneni (1992): the premium is what exercise earns while it
 * pays, interest on the strike for a put, yield and dividends for a call.
 */
import { normalCdf } from './normal.ts'
import { dividendsWithin, strippedSpot } from './escrowed.ts'
import type { AmericanTerms } from './terms.ts'

/**
 * The highest chance, over all times until `years`, that a lognormal price now at e^`distance` x a level stands above
 * it; `drift` is of its logarithm.
 */
const highestChance = (distance: number, drift: number, volatility: number, years: number): number => {
  if (distance >= 0) return 1
  const until = drift < 0 ? Math.min(years, distance / drift) : years
  return normalCdf((distance + drift * until) / (volatility * Math.sqrt(until)))
}

/** Dividends less the interest on the strike until the next, each with the chance that the call is in the money then. */
const boundOfExDates = (terms: AmericanTerms, stripped: number): number => {
  const { strike, years, rate, yield: paid, volatility } = terms
  let sum = 0
  let kept = 0
  let next = years
  for (const { years: at, amount } of dividendsWithin(terms.dividends, years).toReversed()) {
    const wait = next - at
    kept = amount + kept * Math.exp((paid - rate) * wait)
    next = at
    const gain = amount - strike * (1 - Math.exp(-rate * wait))
    if (!(gain > 0)) continue
    const level = strike - kept
    const drift = rate - paid - 0.5 * volatility * volatility
    const chance =
      level > 0 ? normalCdf((Math.log(stripped / level) + drift * at) / (volatility * Math.sqrt(at))) : 1
    sum += Math.exp(-rate * at) * gain * chance
  }
  return sum
}

/** No American option is worth more than this above the European one, dollars per share; 0 where exercise never pays. */
export const premiumBound = (terms: AmericanTerms): number => {
  const { right, strike, years, rate, yield: paid, volatility } = terms
  const stripped = strippedSpot(terms)
  if (!(stripped > 0 && years > 0 && volatility > 0)) return strike
  const half = 0.5 * volatility * volatility
  const drift = rate - paid
  if (right === 'put') {
    const interest = Math.max(0, -Math.expm1(-rate * years)) + Math.max(0, -paid * years)
    return interest * strike * highestChance(Math.log(strike / stripped), half - drift, volatility, years)
  }
  const earned = stripped * Math.max(0, paid * years) + strike * Math.max(0, Math.expm1(-rate * years))
  if (earned === 0) return boundOfExDates(terms, stripped)
  const level = strike - dividendsWithin(terms.dividends, years).reduce((sum, { amount }) => sum + amount, 0)
  const distance = level > 0 ? Math.log(stripped / level) : 0
  return earned * highestChance(distance, drift + half, volatility, years) + boundOfExDates(terms, stripped)
}
