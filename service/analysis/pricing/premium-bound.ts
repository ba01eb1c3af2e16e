/**
 * Upper bounds of the early-exercise premium in closed form, so that no tree is needed when the
 * premium is negligible. From the decomposition of Kim (1990) and Carr, Jarrow and Myneni (1992):
 * the premium is the expected income of the exercised position: interest on the strike for a put,
 * yield and dividends for a call.
 */
import { normalCdf } from './normal.ts'
import { dividendsWithin, strippedSpot } from './escrowed.ts'
import type { AmericanTerms } from './terms.ts'

/**
 * The highest probability, over all times until `years`, that a lognormal price is above a level.
 * `distance` is ln(price now / level), `drift` is the yearly drift of the logarithm.
 */
const highestProbability = (distance: number, drift: number, volatility: number, years: number): number => {
  if (distance >= 0) return 1
  const peakYears = drift < 0 ? Math.min(years, distance / drift) : years
  return normalCdf((distance + drift * peakYears) / (volatility * Math.sqrt(peakYears)))
}

/**
 * Sums over the ex-dates: the dividend less the interest on the strike until the next ex-date, times the probability
 * that the call is in the money.
 */
const exDateBound = (terms: AmericanTerms, stripped: number): number => {
  const { strike, years, rate, yield: dividendYield, volatility } = terms
  let sum = 0
  let futureDividends = 0
  let nextYears = years
  for (const { years: exYears, amount } of dividendsWithin(terms.dividends, years).toReversed()) {
    const yearsToNext = nextYears - exYears
    futureDividends = amount + futureDividends * Math.exp((dividendYield - rate) * yearsToNext)
    nextYears = exYears
    const gain = amount - strike * (1 - Math.exp(-rate * yearsToNext))
    if (!(gain > 0)) continue
    const netStrike = strike - futureDividends
    const drift = rate - dividendYield - 0.5 * volatility * volatility
    const probability =
      netStrike > 0
        ? normalCdf((Math.log(stripped / netStrike) + drift * exYears) / (volatility * Math.sqrt(exYears)))
        : 1
    sum += Math.exp(-rate * exYears) * gain * probability
  }
  return sum
}

/** Upper bound of American less European price, dollars per share; 0 if early exercise never pays. */
export const premiumBound = (terms: AmericanTerms): number => {
  const { right, strike, years, rate, yield: dividendYield, volatility } = terms
  const stripped = strippedSpot(terms)
  if (!(stripped > 0 && years > 0 && volatility > 0)) return strike
  const halfVariance = 0.5 * volatility * volatility
  const drift = rate - dividendYield
  if (right === 'put') {
    const interest = Math.max(0, -Math.expm1(-rate * years)) + Math.max(0, -dividendYield * years)
    return (
      interest *
      strike *
      highestProbability(Math.log(strike / stripped), halfVariance - drift, volatility, years)
    )
  }
  const earnings =
    stripped * Math.max(0, dividendYield * years) + strike * Math.max(0, Math.expm1(-rate * years))
  if (earnings === 0) return exDateBound(terms, stripped)
  const netStrike =
    strike - dividendsWithin(terms.dividends, years).reduce((sum, { amount }) => sum + amount, 0)
  const distance = netStrike > 0 ? Math.log(stripped / netStrike) : 0
  return (
    earnings * highestProbability(distance, drift + halfVariance, volatility, years) +
    exDateBound(terms, stripped)
  )
}
