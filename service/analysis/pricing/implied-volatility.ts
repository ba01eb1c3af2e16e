/**
 * Implied volatility of a European option, to the precision of the price.
 *
 * The out-of-the-money side is solved in Jaeckel's normalised form ("Let's Be Rational",
 * 2013-2017): b(x, s) = e^(x/2) N(x/s + s/2) - e^(-x/2) N(x/s - s/2), x = -|ln(F/K)|, s =
 * volatility sqrt(T). Below the inflection point s = sqrt(2|x|) the solver iterates on 1 / ln b,
 * which is nearly quadratic in s; above it on b or, near its limit, on ln(b_max - b). Halley steps
 * stay inside a bracket that only shrinks.
 */
import type { Right } from './black-scholes.ts'
import { erfcx, inverseSqrtTwoPi, normalCdf } from './normal.ts'

const maxSteps = 60

/** b(x, s) for x <= 0; avoids the cancellation of the textbook form, in which both terms have a similar size. */
const normalisedBlack = (x: number, s: number): number => {
  const h = x / s
  const t = 0.5 * s
  if (h + t < -0.8) {
    const scaled = erfcx(-(h + t) * Math.SQRT1_2) - erfcx(-(h - t) * Math.SQRT1_2)
    return Math.max(0, 0.5 * Math.exp(-0.5 * (h * h + t * t)) * scaled)
  }
  return Math.max(0, Math.exp(0.5 * x) * normalCdf(h + t) - Math.exp(-0.5 * x) * normalCdf(h - t))
}

/** s with b(x, s) = beta, for 0 < beta < e^(x/2) and x <= 0. */
const solve = (x: number, beta: number): number => {
  const limit = Math.exp(0.5 * x)
  const inflection = Math.sqrt(-2 * x)
  const betaAtInflection = inflection > 0 ? normalisedBlack(x, inflection) : 0
  const isBelowInflection = beta < betaAtInflection
  const lnBeta = Math.log(beta)
  let floor = isBelowInflection ? 0 : inflection
  let ceiling = isBelowInflection ? inflection : Number.POSITIVE_INFINITY
  let s: number
  if (isBelowInflection) s = inflection * Math.sqrt(Math.log(betaAtInflection) / lnBeta)
  else if (inflection === 0) s = Math.min(beta / inverseSqrtTwoPi, 8)
  else s = inflection + (beta - betaAtInflection) / (inverseSqrtTwoPi * Math.exp(0.5 * x))
  const nearLimit = beta > 0.5 * (betaAtInflection + limit)
  if (nearLimit) s = Math.max(s, inflection + 1)
  for (let step = 0; step < maxSteps; step++) {
    const b = normalisedBlack(x, s)
    if (b < beta) floor = Math.max(floor, s)
    else ceiling = Math.min(ceiling, s)
    const h = x / s
    const slope = inverseSqrtTwoPi * Math.exp(-0.5 * (h * h + 0.25 * s * s))
    // The ratio b''(s) / b'(s).
    const curvatureOfB = (h * h) / s - 0.25 * s
    // Newton step and second-to-first derivative ratio of the function that is iterated on.
    let newton: number
    let curvature: number
    if (isBelowInflection) {
      const lnB = Math.log(b)
      newton = ((lnBeta - lnB) * lnB * b) / (lnBeta * slope)
      curvature = curvatureOfB - (slope / b) * (1 + 2 / lnB)
    } else if (nearLimit) {
      newton = (Math.log((limit - b) / (limit - beta)) * (limit - b)) / slope
      curvature = curvatureOfB + slope / (limit - b)
    } else {
      newton = (beta - b) / slope
      curvature = curvatureOfB
    }
    const halley = newton / Math.max(0.5, 1 + 0.5 * newton * curvature)
    let nextS = s + halley
    if (!(nextS > floor && nextS < ceiling)) {
      // A step that is NaN after an overflow also arrives here, and bisects.
      if (Math.abs(halley) <= 4 * Number.EPSILON * s) return s
      nextS = ceiling === Number.POSITIVE_INFINITY ? 2 * s : 0.5 * (floor + ceiling)
    }
    if (Math.abs(nextS - s) <= 2 * Number.EPSILON * s) return nextS
    s = nextS
  }
  return s
}

/**
 * Volatility x sqrt(T) at which an option has the price `undiscounted`: its price divided by the
 * discount factor. `undefined` if the price is at or below intrinsic value, or at or above the
 * upper bound.
 */
export const impliedDeviation = (
  right: Right,
  undiscounted: number,
  forward: number,
  strike: number,
): number | undefined => {
  if (!(forward > 0 && strike > 0)) return undefined
  const intrinsic = Math.max(0, right === 'call' ? forward - strike : strike - forward)
  const timeValue = undiscounted - intrinsic
  const scale = Math.sqrt(forward * strike)
  const beta = timeValue / scale
  const x = -Math.abs(Math.log(forward / strike))
  // By parity, the time value is the price of the out-of-the-money option, which is below min(F, K).
  if (!(beta > 1e-300) || beta >= Math.exp(0.5 * x) * (1 - 1e-15)) return undefined
  const deviation = solve(x, beta)
  return Number.isFinite(deviation) && deviation > 0 ? deviation : undefined
}

/** Yearly volatility implied by a price on the forward; `undefined` as in `impliedDeviation`. */
export const impliedVolatility = (
  right: Right,
  optionPrice: number,
  forward: number,
  strike: number,
  years: number,
  rate: number,
): number | undefined => {
  if (!(years > 0)) return undefined
  const deviation = impliedDeviation(right, optionPrice * Math.exp(rate * years), forward, strike)
  return deviation === undefined ? undefined : deviation / Math.sqrt(years)
}
