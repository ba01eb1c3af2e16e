/**
 * Implied volatility of a European option, to the last digits that the price still holds.
 *
 * The out-of-the-money side is solved in Jaeckel's normalised form ("Let's Be Rational", 2013-2017):
 * b(x, s) = e^(x/2) N(x/s + s/2) - e^(-x/2) N(x/s - s/2), x = -|ln(F/K)|, s = volatility sqrt(T). Below the
 * inflection point s = sqrt(2|x|) the unknown is found through 1 / ln b, which is nearly quadratic in s; above
 * it through b itself or, near its limit, ln(b_max - b). Halley steps, kept inside a bracket that only shrinks.
 */
import type { Right } from './black-scholes.ts'
import { erfcx, inverseSqrtTwoPi, normalCdf } from './normal.ts'

const maxSteps = 60

/** b(x, s) for x <= 0 without the cancellation of the textbook form where h and t share a size. */
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
  const turn = Math.sqrt(-2 * x)
  const atTurn = turn > 0 ? normalisedBlack(x, turn) : 0
  const low = beta < atTurn
  const lnBeta = Math.log(beta)
  let floor = low ? 0 : turn
  let ceiling = low ? turn : Number.POSITIVE_INFINITY
  let s: number
  if (low) s = turn * Math.sqrt(Math.log(atTurn) / lnBeta)
  else if (turn === 0) s = Math.min(beta / inverseSqrtTwoPi, 8)
  else s = turn + (beta - atTurn) / (inverseSqrtTwoPi * Math.exp(0.5 * x))
  const nearLimit = beta > 0.5 * (atTurn + limit)
  if (nearLimit) s = Math.max(s, turn + 1)
  for (let step = 0; step < maxSteps; step++) {
    const b = normalisedBlack(x, s)
    if (b < beta) floor = Math.max(floor, s)
    else ceiling = Math.min(ceiling, s)
    const h = x / s
    const slope = inverseSqrtTwoPi * Math.exp(-0.5 * (h * h + 0.25 * s * s))
    const bend = (h * h) / s - 0.25 * s
    let newton: number
    let curvature: number
    if (low) {
      const lnB = Math.log(b)
      newton = ((lnBeta - lnB) * lnB * b) / (lnBeta * slope)
      curvature = bend - (slope / b) * (1 + 2 / lnB)
    } else if (nearLimit) {
      newton = (Math.log((limit - b) / (limit - beta)) * (limit - b)) / slope
      curvature = bend + slope / (limit - b)
    } else {
      newton = (beta - b) / slope
      curvature = bend
    }
    const halley = newton / Math.max(0.5, 1 + 0.5 * newton * curvature)
    let next = s + halley
    if (!(next > floor && next < ceiling)) {
      // Also the way out of an overflow: a step that is not a number bisects.
      if (Math.abs(halley) <= 4 * Number.EPSILON * s) return s
      next = ceiling === Number.POSITIVE_INFINITY ? 2 * s : 0.5 * (floor + ceiling)
    }
    if (Math.abs(next - s) <= 2 * Number.EPSILON * s) return next
    s = next
  }
  return s
}

/**
 * Volatility x sqrt(T) that gives `undiscounted`, the option's price over the discount factor.
 * `undefined` if no volatility can: at or below intrinsic value, or at or above the upper bound.
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
  // Time value is the out-of-the-money option's price by parity, at most min(F, K).
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
