/**
 * American calls on a Leisen-Reimer lattice, on a share with both a yield and cash dividends (escrowed
 * model): exercise delivers the whole share, including the present value of future dividends.
 */
import type { Terms } from './black-scholes.ts'
import { secondBuffer, powersOf, valueBuffer } from './buffers.ts'
import { dividendsByStep } from './ex-dates.ts'
import type { Lattice } from './lattice.ts'
import type { CashDividend } from './terms.ts'

/** The nodes of one step: node j has the price `lowestPrice` x ratios[j]. */
type Step = { readonly count: number; readonly lowestPrice: number; readonly ratios: Float64Array }

/** Exercises wherever that pays more than continuation. `strike` is net of the dividends that come with the share. */
const applyExercise = (values: Float64Array, { count, lowestPrice, ratios }: Step, strike: number): void => {
  for (let node = 0; node < count; node++)
    values[node] = Math.max(values[node]!, lowestPrice * ratios[node]! - strike)
}

/**
 * Exercises just before an ex-date, where the alternative is to hold for longer. The maximum has a kink between two
 * nodes. There the sum over nodes misses the integral by the slope's jump x (t(1-t)/2 - 1/12), with t the kink's
 * position between the nodes (Euler-Maclaurin on both sides of it). The correction is added to these two nodes.
 */
const applyExerciseWithKink = (
  values: Float64Array,
  { count, lowestPrice, ratios }: Step,
  strike: number,
): void => {
  let previousGain = -1
  for (let node = 0; node < count; node++) {
    const payoff = lowestPrice * ratios[node]! - strike
    const gain = payoff - values[node]!
    if (gain > 0) {
      values[node] = payoff
      if (previousGain < 0 && node > 0) {
        const jump = gain - previousGain
        const fraction = -previousGain / jump
        const correction = jump * (1 / 12 - 0.5 * fraction * (1 - fraction))
        values[node - 1]! += (1 - fraction) * correction
        values[node]! += fraction * correction
      }
    }
    previousGain = gain
  }
}

const rollBack = (values: Float64Array, nodes: number, { discountedUp, discountedDown }: Lattice): void => {
  let below = values[0]!
  for (let node = 0; node < nodes; node++) {
    const above = values[node + 1]!
    values[node] = discountedDown * below + discountedUp * above
    below = above
  }
}

/** values = (1 - weight) values + weight laterValues. */
const interpolate = (
  values: Float64Array,
  laterValues: Float64Array,
  nodes: number,
  weight: number,
): void => {
  for (let node = 0; node < nodes; node++) values[node]! += weight * (laterValues[node]! - values[node]!)
}

/**
 * The price; `terms.spot` is the part that diffuses, and all `dividends` are before expiry. Between the two steps
 * around an ex-date two sets of values are rolled back: in `values` the share goes ex at the earlier step, in
 * `laterValues` at the later one.
 */
export const callWithDividends = (
  lattice: Lattice,
  terms: Terms,
  dividends: readonly CashDividend[],
  steps: number,
): number => {
  const { spot, strike, years, rate, yield: dividendYield } = terms
  const exDates = dividendsByStep(dividends, terms, steps)
  const ratios = powersOf(lattice.spacing, steps)
  const values = valueBuffer(steps + 2)
  const laterValues = secondBuffer(steps + 2)
  values.fill(0, 0, steps + 2)
  let futureDividends = 0
  for (let step = steps; step >= 0; step--) {
    const nodes = step + 1
    const growth = Math.exp(((rate - dividendYield) * years * step) / steps)
    const nodesOfStep: Step = { count: nodes, lowestPrice: spot * lattice.downFactor ** step, ratios }
    const { laterShare, presentValue } = exDates[step]!
    futureDividends += presentValue
    if (step < steps) rollBack(values, nodes, lattice)
    if (presentValue > 0) {
      applyExerciseWithKink(values, nodesOfStep, strike - growth * futureDividends)
      rollBack(laterValues, nodes, lattice)
      interpolate(values, laterValues, nodes, laterShare)
    }
    applyExercise(values, nodesOfStep, strike - growth * futureDividends)
    const previousDividend = step > 0 ? exDates[step - 1]!.presentValue : 0
    if (previousDividend > 0) {
      laterValues.set(values.subarray(0, nodes))
      applyExerciseWithKink(laterValues, nodesOfStep, strike - growth * (futureDividends + previousDividend))
    }
  }
  return values[0]!
}
