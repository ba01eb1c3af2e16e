/** Volatility implied by the price of an American option. */
import type { Right } from './black-scholes.ts'
import { impliedVolatility } from './implied-volatility.ts'
import { americanPrice, europeanPrice } from './american.ts'
import { dividendsWithin, escrowedForward, dividendPresentValue } from './escrowed.ts'
import { defaultSteps } from './leisen-reimer.ts'
import type { AmericanTerms } from './terms.ts'

/** All terms except the right and the volatility. */
export type UnderlyingTerms = Omit<AmericanTerms, 'right' | 'volatility'>

/** Accuracy and cost of the search. */
export type SearchOptions = {
  /** Tolerance of the price, dollars per share. Default: a millionth of the spot. */
  readonly tolerance?: number
  /** Number of tree steps. Default: `defaultSteps`. */
  readonly steps?: number
}

const minVolatility = 1e-3
const maxVolatility = 10
const maxSteps = 60

/**
 * Yearly volatility at which a European option costs `price`; `undefined` if no volatility gives
 * that price.
 */
export const europeanVolatility = (right: Right, price: number, terms: UnderlyingTerms): number | undefined =>
  impliedVolatility(right, price, escrowedForward(terms), terms.strike, terms.years, terms.rate)

/**
 * The value of the option at zero volatility, dollars per share: the best exercise now, at expiry or around an
 * ex-date, with the share on its forward path. Prices at or below it imply no volatility.
 */
export const zeroVolatilityValue = (right: Right, terms: UnderlyingTerms): number => {
  const { strike, years, rate, yield: dividendYield } = terms
  const sign = right === 'call' ? 1 : -1
  const dividends = dividendsWithin(terms.dividends, years)
  let shareValue = terms.spot
  let best = Math.max(0, sign * (shareValue - strike))
  const strippedValue = shareValue - dividendPresentValue(terms)
  const considerExercise = (time: number, value: number): void => {
    best = Math.max(best, sign * (value * Math.exp(-dividendYield * time) - strike * Math.exp(-rate * time)))
  }
  // `shareValue` is discounted at the rate less the yield. A call is exercised before the ex-date, a put after it.
  for (const { years: time, amount } of dividends) {
    if (sign > 0) considerExercise(time, shareValue)
    shareValue -= amount * Math.exp((dividendYield - rate) * time)
    if (sign < 0) considerExercise(time, shareValue)
  }
  considerExercise(years, strippedValue)
  return best
}

/**
 * Yearly volatility of the share less its dividends at which the American option is worth `price`,
 * dollars per share. `undefined` if no volatility gives the price: it is at most the tolerance
 * above the value at zero volatility, or too high.
 *
 * Starts from the European volatility of the same price, which is too high since an American option
 * is worth at least as much; then subtracts the early-exercise premium at that volatility; then
 * uses the secant method inside a shrinking bracket.
 */
export const americanVolatility = (
  right: Right,
  price: number,
  terms: UnderlyingTerms,
  search: SearchOptions = {},
): number | undefined => {
  const { tolerance = 1e-6 * terms.spot, steps = defaultSteps } = search
  if (!(terms.years > 0 && price > zeroVolatilityValue(right, terms) + tolerance)) return undefined
  let lower = minVolatility
  let upper = europeanVolatility(right, price, terms) ?? maxVolatility
  let volatility = upper
  let previous: { x: number; error: number } | undefined
  for (let step = 0; step < maxSteps; step++) {
    const trial = { ...terms, right, volatility }
    const american = americanPrice(trial, steps)
    const error = american - price
    if (Math.abs(error) <= tolerance) return volatility
    if (error > 0) upper = Math.min(upper, volatility)
    else lower = Math.max(lower, volatility)
    if (upper - lower <= 1e-12 * upper) return undefined
    const guess = previous
      ? volatility - (error * (volatility - previous.x)) / (error - previous.error)
      : europeanVolatility(right, price - american + europeanPrice(trial), terms)
    // Bisect after a step with little progress: the price may be almost flat in volatility.
    const isSlow = previous !== undefined && Math.abs(error) > 0.5 * Math.abs(previous.error)
    previous = { x: volatility, error }
    volatility =
      guess !== undefined && guess > lower && guess < upper && !isSlow ? guess : 0.5 * (lower + upper)
  }
  return undefined
}
