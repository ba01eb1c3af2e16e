/** American puts on a Leisen-Reimer lattice. */
import type { Terms } from './black-scholes.ts'
import { powersOf, valueBuffer } from './buffers.ts'
import { dividendsByStep } from './ex-dates.ts'
import type { Lattice } from './lattice.ts'
import type { CashDividend } from './terms.ts'

/**
 * Sets the payoffs at expiry and returns the number of nodes, from the lowest, that can have value
 * at any step. If each step down lowers the price, the higher nodes are out of the money, and so
 * are all nodes that they lead to.
 */
const setPayoffs = (
  values: Float64Array,
  ratios: Float64Array,
  lattice: Lattice,
  spot: number,
  strike: number,
  steps: number,
): number => {
  const lowest = spot * lattice.downFactor ** steps
  let liveCount = 0
  for (; liveCount <= steps; liveCount++) {
    const payoff = strike - lowest * ratios[liveCount]!
    if (!(payoff > 0)) break
    values[liveCount] = payoff
  }
  values.fill(0, liveCount, steps + 2)
  return lattice.downFactor < 1 ? liveCount : steps + 1
}

/**
 * Price of a put without cash dividends, dollars per share; rate and yield must not be negative.
 *
 * Only the band between two edges is computed: above it no path ends in the money; below it
 * exercise is certain, because a node whose two successors are exercised with more interest on the
 * strike than yield on the share is exercised too. The lower edge falls by at most one node a step.
 */
export const putOnLattice = (lattice: Lattice, spot: number, strike: number, steps: number): number => {
  const { downFactor, spacing, discountedUp, discountedDown } = lattice
  const values = valueBuffer(steps + 2)
  const ratios = powersOf(spacing, steps)
  const liveCount = setPayoffs(values, ratios, lattice, spot, strike, steps)
  let lowest = spot * downFactor ** steps
  let lowerEdge = 0
  for (let step = steps - 1; step >= 0; step--) {
    lowest /= downFactor
    const upperEdge = Math.min(step + 1, liveCount)
    let highestExercised = -1
    let below = values[lowerEdge]!
    for (let node = lowerEdge; node < upperEdge; node++) {
      const above = values[node + 1]!
      const continuation = discountedDown * below + discountedUp * above
      const payoff = strike - lowest * ratios[node]!
      below = above
      if (payoff >= continuation) {
        values[node] = payoff
        highestExercised = node
      } else values[node] = continuation
    }
    // The node below the edge stays in the band: it is a successor of the edge one step earlier.
    if (highestExercised > lowerEdge) lowerEdge = highestExercised - 1
    else if (lowerEdge > 0) values[--lowerEdge] = strike - lowest * ratios[lowerEdge]!
  }
  return values[0]!
}

/**
 * Price of a put with cash dividends, dollars per share, by the escrowed model. `terms.spot` is the
 * part that diffuses, and all `dividends` are before expiry. Exercise delivers the whole share,
 * including the present value of future dividends, which favours exercise after an ex-date.
 */
export const putWithDividends = (
  lattice: Lattice,
  terms: Terms,
  dividends: readonly CashDividend[],
  steps: number,
): number => {
  const { spot, strike, years, rate, yield: dividendYield } = terms
  const { downFactor, spacing, discountedUp, discountedDown } = lattice
  const dividendOfStep = dividendsByStep(dividends, terms, steps)
  const values = valueBuffer(steps + 2)
  const ratios = powersOf(spacing, steps)
  const liveCount = setPayoffs(values, ratios, lattice, spot, strike, steps)
  let lowest = spot * downFactor ** steps
  let futureDividends = 0
  for (let step = steps - 1; step >= 0; step--) {
    lowest /= downFactor
    const upperEdge = Math.min(step + 1, liveCount)
    const { laterShare, presentValue } = dividendOfStep[step]!
    const growth = Math.exp(((rate - dividendYield) * years * step) / steps)
    const netStrike = strike - growth * futureDividends
    const droppedDividend = growth * presentValue
    let below = values[0]!
    for (let node = 0; node < upperEdge; node++) {
      const above = values[node + 1]!
      const continuation = discountedDown * below + discountedUp * above
      const payoff = netStrike - lowest * ratios[node]!
      below = above
      values[node] =
        presentValue > 0
          ? (1 - laterShare) * Math.max(continuation, payoff) +
            laterShare * Math.max(continuation, payoff - droppedDividend)
          : Math.max(continuation, payoff)
    }
    futureDividends += presentValue
  }
  return values[0]!
}
