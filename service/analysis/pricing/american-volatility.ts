/** Volatility implied by the price of an American option. */
import type { Right } from './black-scholes.ts'
import { impliedVolatility } from './implied-volatility.ts'
import { americanPrice, europeanPrice } from './american.ts'
import { dividendsWithin, escrowedForward, presentValueOf } from './escrowed.ts'
import { defaultSteps } from './leisen-reimer.ts'
import type { AmericanTerms } from './terms.ts'

/** All of an option's terms that a quote does not say. */
export type Contractual = Omit<AmericanTerms, 'right' | 'volatility'>

/** How close to come, and with how much work. */
export type Search = {
  /** Dollars per share. Default: a millionth of the spot. */
  readonly tolerance?: number
  /** Of the trees. */
  readonly steps?: number
}

const lowest = 1e-3
const highest = 10
const maxSteps = 60

/** Volatility at which a European option has a price; `undefined` if none does. */
export const europeanVolatility = (right: Right, price: number, terms: Contractual): number | undefined =>
  impliedVolatility(right, price, escrowedForward(terms), terms.strike, terms.years, terms.rate)

/**
 * The value of the option at zero volatility, dollars per share: its best exercise now, at expiry or around
 * an ex-date on the forward. A price that is no higher implies no volatility.
 */
export const certainValue = (right: Right, terms: Contractual): number => {
  const { strike, years, rate, yield: paid } = terms
  const sign = right === 'call' ? 1 : -1
  const dividends = dividendsWithin(terms.dividends, years)
  let share = terms.spot
  let best = Math.max(0, sign * (share - strike))
  const bare = share - presentValueOf(terms)
  const at = (time: number, value: number): void => {
    best = Math.max(best, sign * (value * Math.exp(-paid * time) - strike * Math.exp(-rate * time)))
  }
  // All values as of now but for the yield. A call is exercised with the dividend, a put without.
  for (const { years: time, amount } of dividends) {
    if (sign > 0) at(time, share)
    share -= amount * Math.exp((paid - rate) * time)
    if (sign < 0) at(time, share)
  }
  at(years, bare)
  return best
}

/**
 * Yearly volatility of the share less its dividends at which the American option is worth `price`, dollars
 * per share. `undefined` if no volatility gives the price: it is within the tolerance of the value at zero
 * volatility, below it, or too high.
 *
 * Starts from the European volatility of the same price, which is too high since an American option is worth
 * at least as much; then subtracts the early-exercise premium at that volatility; then uses the secant method
 * inside a shrinking bracket.
 */
export const americanVolatility = (
  right: Right,
  price: number,
  terms: Contractual,
  search: Search = {},
): number | undefined => {
  const { tolerance = 1e-6 * terms.spot, steps = defaultSteps } = search
  if (!(terms.years > 0 && price > certainValue(right, terms) + tolerance)) return undefined
  let low = lowest
  let high = europeanVolatility(right, price, terms) ?? highest
  let x = high
  let before: { x: number; error: number } | undefined
  for (let step = 0; step < maxSteps; step++) {
    const here = { ...terms, right, volatility: x }
    const american = americanPrice(here, steps)
    const error = american - price
    if (Math.abs(error) <= tolerance) return x
    if (error > 0) high = Math.min(high, x)
    else low = Math.max(low, x)
    if (high - low <= 1e-12 * high) return undefined
    const guess = before
      ? x - (error * (x - before.x)) / (error - before.error)
      : europeanVolatility(right, price - american + europeanPrice(here), terms)
    // A step that gained little is followed by a halving: the price may be all but flat in volatility.
    const slow = before !== undefined && Math.abs(error) > 0.5 * Math.abs(before.error)
    before = { x, error }
    x = guess !== undefined && guess > low && guess < high && !slow ? guess : 0.5 * (low + high)
  }
  return undefined
}
