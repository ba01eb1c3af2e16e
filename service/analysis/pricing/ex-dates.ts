/** Where the ex-dates fall between the steps of a tree. */
import type { Terms } from './black-scholes.ts'
import type { CashDividend } from './terms.ts'

/**
 * An ex-date between two steps, taken for a lottery: with the chance `late` the share goes ex at the later of the two,
 * else at the earlier; which is linear interpolation of the price in the date. `value` is the dividend's present one.
 */
export type ExDate = { readonly late: number; readonly value: number }

const none: ExDate = { late: 0, value: 0 }

/** By the step before them, one entry a step and one for the last; several within a step become one between them. */
export const exDatesOf = (
  dividends: readonly CashDividend[],
  terms: Terms,
  steps: number,
): readonly ExDate[] => {
  const dates = Array.from({ length: steps + 1 }, () => none)
  for (const { years, amount } of dividends) {
    const position = (years / terms.years) * steps
    const step = Math.min(steps - 1, Math.floor(position))
    const value = amount * Math.exp((terms.yield - terms.rate) * years)
    const before = dates[step]!
    const total = before.value + value
    dates[step] = { late: (before.late * before.value + (position - step) * value) / total, value: total }
  }
  return dates
}
