/**
 * The binomial lattice of Leisen and Reimer, "Binomial models for option valuation - examining and improving
 * convergence", Applied Mathematical Finance 3 (1996): probabilities by the second Peizer-Pratt inversion, so that the
 * strike lies in the middle between two last nodes and European prices converge with the square of the steps.
 */
import type { Terms } from './black-scholes.ts'

/** One lattice: node j of step i stands at spot x fall^i x ratio^j. */
export type Lattice = {
  /** Of a step down. */
  readonly fall: number
  /** A step up over a step down, > 1. */
  readonly ratio: number
  /** Risk-neutral chance of a step up, times the discount of one step; and of a step down. */
  readonly up: number
  readonly down: number
}

/**
 * Both tails of Peizer and Pratt's second inversion: the probabilities whose binomial distribution over
 * `steps` (odd) has N(z) beyond its middle. The small one is computed without cancellation.
 */
const invert = (z: number, steps: number): readonly [above: number, below: number] => {
  const scaled = z / (steps + 1 / 3 + 0.1 / (steps + 1))
  const tail = Math.exp(-scaled * scaled * (steps + 1 / 6))
  const root = Math.sqrt(1 - tail)
  const large = 0.5 * (1 + root)
  const small = (0.5 * tail) / (1 + root)
  return z >= 0 ? [large, small] : [small, large]
}

/**
 * The lattice of some terms, `spot` being what diffuses. `undefined` where strike and spot lie so many standard
 * deviations apart that no double holds the chance to pass between them: nothing is left to chance there.
 */
export const latticeOf = (terms: Omit<Terms, 'right'>, steps: number): Lattice | undefined => {
  const { spot, strike, years, rate, yield: paid, volatility } = terms
  const deviation = volatility * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + (rate - paid) * years) / deviation + 0.5 * deviation
  const [up, down] = invert(d1 - deviation, steps)
  const [upOfShare, downOfShare] = invert(d1, steps)
  const step = years / steps
  const growth = Math.exp((rate - paid) * step)
  const fall = (growth * downOfShare) / down
  const ratio = (upOfShare * down) / (up * downOfShare)
  if (!(fall > 0 && ratio > 1 && ratio < 1e6)) return undefined
  const discount = Math.exp(-rate * step)
  return { fall, ratio, up: discount * up, down: discount * down }
}
