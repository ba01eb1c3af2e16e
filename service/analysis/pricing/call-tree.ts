/**
 * American calls on a Leisen-Reimer lattice, on a share with both a yield and cash dividends (escrowed
 * model): exercise delivers the whole share, including the present value of future dividends.
 */
import type { Terms } from './black-scholes.ts'
import { otherRoom, powersOf, valueRoom } from './buffers.ts'
import { exDatesOf } from './ex-dates.ts'
import type { Lattice } from './lattice.ts'
import type { CashDividend } from './terms.ts'

/** A step's nodes: at `lowest` x ratios[node] stands what diffuses. */
type Step = { readonly nodes: number; readonly lowest: number; readonly ratios: Float64Array }

/** Exercise wherever it pays more than to hold. `strike` is net of the dividends that come with the share. */
const exercise = (values: Float64Array, { nodes, lowest, ratios }: Step, strike: number): void => {
  for (let node = 0; node < nodes; node++)
    values[node] = Math.max(values[node]!, lowest * ratios[node]! - strike)
}

/**
 * Exercise now or not for long. That leaves a kink between two nodes, where the sum over nodes misses the integral by
 * the slope's jump x (t(1-t)/2 - 1/12), t being the kink's place between them (Euler-Maclaurin on both its sides): it
 * is put right at the two.
 */
const exerciseAtOnce = (values: Float64Array, { nodes, lowest, ratios }: Step, strike: number): void => {
  let before = -1
  for (let node = 0; node < nodes; node++) {
    const payoff = lowest * ratios[node]! - strike
    const gain = payoff - values[node]!
    if (gain > 0) {
      values[node] = payoff
      if (before < 0 && node > 0) {
        const jump = gain - before
        const place = -before / jump
        const missing = jump * (1 / 12 - 0.5 * place * (1 - place))
        values[node - 1]! += (1 - place) * missing
        values[node]! += place * missing
      }
    }
    before = gain
  }
}

const rollBack = (values: Float64Array, nodes: number, { up, down }: Lattice): void => {
  let below = values[0]!
  for (let node = 0; node < nodes; node++) {
    const above = values[node + 1]!
    values[node] = down * below + up * above
    below = above
  }
}

/** values = (1 - share) values + share others. */
const mix = (values: Float64Array, others: Float64Array, nodes: number, share: number): void => {
  for (let node = 0; node < nodes; node++) values[node]! += share * (others[node]! - values[node]!)
}

/**
 * The price, `terms.spot` being what diffuses and `dividends` all before expiry. Around an ex-date two chains of values
 * run from the later step to the earlier: in `values` the dividend is gone at the earlier, in `others` at the later.
 */
export const callWithDividends = (
  lattice: Lattice,
  terms: Terms,
  dividends: readonly CashDividend[],
  steps: number,
): number => {
  const { spot, strike, years, rate, yield: paid } = terms
  const dates = exDatesOf(dividends, terms, steps)
  const ratios = powersOf(lattice.ratio, steps)
  const values = valueRoom(steps + 2)
  const others = otherRoom(steps + 2)
  values.fill(0, 0, steps + 2)
  let later = 0
  for (let step = steps; step >= 0; step--) {
    const nodes = step + 1
    const growth = Math.exp(((rate - paid) * years * step) / steps)
    const here: Step = { nodes, lowest: spot * lattice.fall ** step, ratios }
    const { late, value } = dates[step]!
    later += value
    if (step < steps) rollBack(values, nodes, lattice)
    if (value > 0) {
      exerciseAtOnce(values, here, strike - growth * later)
      rollBack(others, nodes, lattice)
      mix(values, others, nodes, late)
    }
    exercise(values, here, strike - growth * later)
    const last = step > 0 ? dates[step - 1]!.value : 0
    if (last > 0) {
      others.set(values.subarray(0, nodes))
      exerciseAtOnce(others, here, strike - growth * (later + last))
    }
  }
  return values[0]!
}
