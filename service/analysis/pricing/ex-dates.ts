/** Assigns ex-dates to the steps of a tree. */
import type { Terms } from './black-scholes.ts'
import type { CashDividend } from './terms.ts'

/**
 * A dividend between two steps. It is split between them, which interpolates the price linearly in the date: the weight
 * `laterShare` goes ex at the later step, the remainder at the earlier one.
 */
export type SteppedDividend = { readonly laterShare: number; readonly presentValue: number }

const noDividend: SteppedDividend = { laterShare: 0, presentValue: 0 }

/** One entry per step, indexed by the step before the ex-date; several dividends within a step are combined. */
export const dividendsByStep = (
  dividends: readonly CashDividend[],
  terms: Terms,
  steps: number,
): readonly SteppedDividend[] => {
  const dates = Array.from({ length: steps + 1 }, () => noDividend)
  for (const { years, amount } of dividends) {
    const position = (years / terms.years) * steps
    const step = Math.min(steps - 1, Math.floor(position))
    const value = amount * Math.exp((terms.yield - terms.rate) * years)
    const previous = dates[step]!
    const total = previous.presentValue + value
    dates[step] = {
      laterShare: (previous.laterShare * previous.presentValue + (position - step) * value) / total,
      presentValue: total,
    }
  }
  return dates
}
