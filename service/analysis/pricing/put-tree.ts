/** American puts on a Leisen-Reimer lattice. */
import type { Terms } from './black-scholes.ts'
import { powersOf, valueRoom } from './buffers.ts'
import { exDatesOf } from './ex-dates.ts'
import type { Lattice } from './lattice.ts'
import type { CashDividend } from './terms.ts'

/**
 * The payoffs at expiry, and how many nodes from below can ever be worth anything: what ends out of the money was so
 * before where the share falls with each step down.
 */
const atExpiry = (
  values: Float64Array,
  ratios: Float64Array,
  lattice: Lattice,
  spot: number,
  strike: number,
  steps: number,
): number => {
  const lowest = spot * lattice.fall ** steps
  let open = 0
  for (; open <= steps; open++) {
    const payoff = strike - lowest * ratios[open]!
    if (!(payoff > 0)) break
    values[open] = payoff
  }
  values.fill(0, open, steps + 2)
  return lattice.fall < 1 ? open : steps + 1
}

/**
 * The price without cash dividends; rate and yield must not be negative.
 *
 * Only the band between two edges is computed: above it no path ends in the money; below it exercise is
 * certain, because a node whose two successors are exercised with more interest on the strike than yield on
 * the share is exercised too. That edge falls by at most one node a step.
 */
export const putOnLattice = (lattice: Lattice, spot: number, strike: number, steps: number): number => {
  const { fall, ratio, up, down } = lattice
  const values = valueRoom(steps + 2)
  const ratios = powersOf(ratio, steps)
  const open = atExpiry(values, ratios, lattice, spot, strike, steps)
  let lowest = spot * fall ** steps
  let first = 0
  for (let step = steps - 1; step >= 0; step--) {
    lowest /= fall
    const end = Math.min(step + 1, open)
    let exercised = -1
    let below = values[first]!
    for (let node = first; node < end; node++) {
      const above = values[node + 1]!
      const held = down * below + up * above
      const payoff = strike - lowest * ratios[node]!
      below = above
      if (payoff >= held) {
        values[node] = payoff
        exercised = node
      } else values[node] = held
    }
    // The node below the edge stays in the band: it is a follower of the edge a step earlier.
    if (exercised > first) first = exercised - 1
    else if (first > 0) values[--first] = strike - lowest * ratios[first]!
  }
  return values[0]!
}

/**
 * The price with cash dividends by the escrowed model, `terms.spot` being the diffusing part: exercise
 * delivers the whole share, including the present value of future dividends, so it waits for an ex-date.
 * `dividends` are all before expiry.
 */
export const putWithDividends = (
  lattice: Lattice,
  terms: Terms,
  dividends: readonly CashDividend[],
  steps: number,
): number => {
  const { spot, strike, years, rate, yield: paid } = terms
  const { fall, ratio, up, down } = lattice
  const dates = exDatesOf(dividends, terms, steps)
  const values = valueRoom(steps + 2)
  const ratios = powersOf(ratio, steps)
  const open = atExpiry(values, ratios, lattice, spot, strike, steps)
  let lowest = spot * fall ** steps
  let later = 0
  for (let step = steps - 1; step >= 0; step--) {
    lowest /= fall
    const end = Math.min(step + 1, open)
    const { late, value } = dates[step]!
    const growth = Math.exp(((rate - paid) * years * step) / steps)
    const gained = strike - growth * later
    const given = growth * value
    let below = values[0]!
    for (let node = 0; node < end; node++) {
      const above = values[node + 1]!
      const held = down * below + up * above
      const payoff = gained - lowest * ratios[node]!
      below = above
      values[node] =
        value > 0
          ? (1 - late) * Math.max(held, payoff) + late * Math.max(held, payoff - given)
          : Math.max(held, payoff)
    }
    later += value
  }
  return values[0]!
}
