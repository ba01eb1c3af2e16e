/**
 * Black-Scholes-Merton on the forward (Black 1976): price, greeks and the distribution it implies.
 * Volatilities and rates are yearly decimals, times are years (calendar days / 365), prices dollars per share.
 */
import { daysPerYear } from '#contract/responses/conventions.ts'
import { inverseSqrtTwoPi, normalCdf, normalCdfFromExp } from './normal.ts'

export type Right = 'call' | 'put'

/** Pricing inputs of a European option. */
export type Terms = {
  readonly right: Right
  /** Price of the underlying. */
  readonly spot: number
  readonly strike: number
  /** Years to expiry, > 0. */
  readonly years: number
  /** Risk-free rate, continuously compounded. */
  readonly rate: number
  /** Yield of the underlying (dividends, borrow), continuously compounded. */
  readonly yield: number
  /** Yearly, > 0. */
  readonly volatility: number
}

/** Price and its derivatives, per share. */
export type Greeks = {
  readonly price: number
  readonly delta: number
  /** Per dollar. */
  readonly gamma: number
  /** Per calendar day. */
  readonly theta: number
  /** Per percentage point of volatility. */
  readonly vega: number
  /** Per percentage point of the rate. */
  readonly rho: number
}

const computeD1 = (forward: number, strike: number, deviation: number): number =>
  Math.log(forward / strike) / deviation + 0.5 * deviation

/** Below this value e^(-x²/2) has lost digits to underflow. */
const minReliableExp = 1e-290

/**
 * Undiscounted price of an option on a forward; `deviation` = volatility x sqrt(years). Both normal tails share one
 * exponential, since e^(-d2²/2) / e^(-d1²/2) = F / K. Its rounding error then scales the price, while the errors of two
 * exponentials would not cancel in the wings.
 */
export const blackPrice = (right: Right, forward: number, strike: number, deviation: number): number => {
  const sign = right === 'call' ? 1 : -1
  if (!(deviation > 0)) return Math.max(0, sign * (forward - strike))
  const d1 = computeD1(forward, strike, deviation)
  const d2 = d1 - deviation
  const expD1 = Math.exp(-0.5 * d1 * d1)
  const expD2 = expD1 > minReliableExp ? (expD1 * forward) / strike : Math.exp(-0.5 * d2 * d2)
  return Math.max(
    0,
    sign * (forward * normalCdfFromExp(sign * d1, expD1) - strike * normalCdfFromExp(sign * d2, expD2)),
  )
}

/** Black-Scholes-Merton price. */
export const price = (terms: Terms): number =>
  Math.exp(-terms.rate * terms.years) *
  blackPrice(
    terms.right,
    terms.spot * Math.exp((terms.rate - terms.yield) * terms.years),
    terms.strike,
    terms.volatility * Math.sqrt(terms.years),
  )

/** Price and greeks in one pass. */
export const greeks = (terms: Terms): Greeks => {
  const { spot, strike, years, rate, volatility } = terms
  const sign = terms.right === 'call' ? 1 : -1
  const root = Math.sqrt(years)
  const deviation = volatility * root
  const discountedSpot = spot * Math.exp(-terms.yield * years)
  const discountedStrike = strike * Math.exp(-rate * years)
  const d1 = (Math.log(spot / strike) + (rate - terms.yield) * years) / deviation + 0.5 * deviation
  const d2 = d1 - deviation
  // The densities at d1 and d2 have the ratio of discounted strike to discounted spot: one exponential serves both.
  const expD1 = Math.exp(-0.5 * d1 * d1)
  const expD2 =
    expD1 > minReliableExp ? (expD1 * discountedSpot) / discountedStrike : Math.exp(-0.5 * d2 * d2)
  const spotTerm = discountedSpot * normalCdfFromExp(sign * d1, expD1)
  const strikeTerm = discountedStrike * normalCdfFromExp(sign * d2, expD2)
  const density = inverseSqrtTwoPi * expD1 * discountedSpot
  const decay = (-0.5 * density * volatility) / root
  return {
    price: Math.max(0, sign * (spotTerm - strikeTerm)),
    delta: (sign * spotTerm) / spot,
    gamma: density / (spot * spot * deviation),
    theta: (decay + sign * (terms.yield * spotTerm - rate * strikeTerm)) / daysPerYear,
    vega: (density * root) / 100,
    rho: (sign * years * strikeTerm) / 100,
  }
}

/** Probability that the underlying ends above `level`: N(d2). `deviation` = volatility x sqrt(years). */
export const probabilityAbove = (forward: number, level: number, deviation: number): number => {
  if (!(level > 0)) return 1
  if (!(deviation > 0)) return forward > level ? 1 : 0
  return normalCdf(computeD1(forward, level, deviation) - deviation)
}

/** Probability that the option expires worthless: N(-d2) for a call, N(d2) for a put; never delta. */
export const probabilityWorthless = (
  right: Right,
  forward: number,
  strike: number,
  deviation: number,
): number => {
  if (!(deviation > 0)) return (right === 'call' ? forward <= strike : forward >= strike) ? 1 : 0
  const d2 = computeD1(forward, strike, deviation) - deviation
  return normalCdf(right === 'call' ? -d2 : d2)
}
