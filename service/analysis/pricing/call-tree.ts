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

/**
 * Exercises at the nodes at which that pays more than continuation. `strike` is net of the future
 * dividends.
 */
const applyExercise = (values: Float64Array, { count, lowestPrice, ratios }: Step, strike: number): void => {
  for (let node = 0; node < count; node++)
    values[node] = Math.max(values[node]!, lowestPrice * ratios[node]! - strike)
}

/**
 * Exercises just before an ex-date. The maximum of exercise and continuation has a kink between two
 * nodes. There the sum over nodes differs from the integral by the jump of the slope x (t(1-t)/2 -
 * 1/12), with t the kink's position between the nodes (Euler-Maclaurin on both sides of it). The
 * correction is added to these two nodes.
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

/** Replaces the values of a step by their discounted expectations one step earlier. */
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
 * Price of the call, dollars per share. `terms.spot` is the part that diffuses, and all `dividends`
 * are before expiry. Between the two steps around an ex-date two sets of values are rolled back: in
 * `values` the share goes ex at the earlier step, in `laterValues` at the later one.
 */
export const callWithDividends = (
  lattice: Lattice,
  terms: Terms,
  dividends: readonly CashDividend[],
  steps: number,
): number => {
  const { spot, strike, years, rate, yield: dividendYield } = terms
  const dividendOfStep = dividendsByStep(dividends, terms, steps)
  const ratios = powersOf(lattice.spacing, steps)
  const values = valueBuffer(steps + 2)
  const laterValues = secondBuffer(steps + 2)
  values.fill(0, 0, steps + 2)
  let futureDividends = 0
  for (let step = steps; step >= 0; step--) {
    const nodes = step + 1
    const growth = Math.exp(((rate - dividendYield) * years * step) / steps)
    const stepNodes: Step = { count: nodes, lowestPrice: spot * lattice.downFactor ** step, ratios }
    const { laterShare, presentValue } = dividendOfStep[step]!
    futureDividends += presentValue
    if (step < steps) rollBack(values, nodes, lattice)
    if (presentValue > 0) {
      applyExerciseWithKink(values, stepNodes, strike - growth * futureDividends)
      rollBack(laterValues, nodes, lattice)
      interpolate(values, laterValues, nodes, laterShare)
    }
    applyExercise(values, stepNodes, strike - growth * futureDividends)
    const previousDividend = step > 0 ? dividendOfStep[step - 1]!.presentValue : 0
    if (previousDividend > 0) {
      laterValues.set(values.subarray(0, nodes))
      applyExerciseWithKink(laterValues, stepNodes, strike - growth * (futureDividends + previousDividend))
    }
  }
  return values[0]!
}
