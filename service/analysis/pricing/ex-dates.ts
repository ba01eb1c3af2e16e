/** Assigns ex-dates to the steps of a tree. */
import type { Terms } from './black-scholes.ts'
import type { CashDividend } from './terms.ts'

/**
 * The dividends between two steps of a tree. Of each, the share `laterShare` (0 to 1) goes ex at
 * the later step and the remainder at the earlier one, which interpolates the price linearly in the
 * ex-date. `presentValue` is in dollars.
 */
export type SteppedDividend = { readonly laterShare: number; readonly presentValue: number }

const noDividend: SteppedDividend = { laterShare: 0, presentValue: 0 }

/**
 * Returns one entry per step, indexed by the step before the ex-date. Combines several dividends
 * within a step.
 */
export const dividendsByStep = (
  dividends: readonly CashDividend[],
  terms: Terms,
  steps: number,
): readonly SteppedDividend[] => {
  const steppedDividends = Array.from({ length: steps + 1 }, () => noDividend)
  for (const { years, amount } of dividends) {
    const position = (years / terms.years) * steps
    const step = Math.min(steps - 1, Math.floor(position))
    const dividendValue = amount * Math.exp((terms.yield - terms.rate) * years)
    const previous = steppedDividends[step]!
    const total = previous.presentValue + dividendValue
    steppedDividends[step] = {
      laterShare: (previous.laterShare * previous.presentValue + (position - step) * dividendValue) / total,
      presentValue: total,
    }
  }
  return steppedDividends
}
