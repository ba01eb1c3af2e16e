/** Rows and columns of the table of profits by price and date. Pure functions. */
import type { IncomeOption } from '#contract/responses/income.ts'
import { priceAtSigma, profitAtExpiry } from '#app/panels/how/payoff/payoff.ts'
import { profitAtPoint } from './profit-curve.ts'
import type { ValueGrid } from './values.ts'

/** Prices of the rows in standard deviations of the expected move, from the highest to the lowest. */
const rowSigmas = [2, 1.5, 1, 0.5, 0, -0.5, -1, -1.5, -2] as const

/** `sigmas`: distance from the middle of the expected move; `price` in dollars per share. */
export type ProfitRow = {
  sigmas: number
  price: number
  /** One profit for each column, dollars; null if the service computed no value for it. */
  profits: (number | null)[]
}

/** Returns the columns as calendar days until expiry: today, halfway and expiry; without a grid only expiry. */
export function profitColumns(grid: Pick<ValueGrid, 'daysLeft'> | null): number[] {
  const today = grid?.daysLeft[0] ?? 0
  return [...new Set([today, Math.round(today / 2), 0])]
}

/** Returns the rows for the columns `daysLeft`, at the current volatility. */
export function profitRows(
  option: IncomeOption,
  grid: ValueGrid | null,
  daysLeft: readonly number[],
): ProfitRow[] {
  return rowSigmas.map((sigmas) => {
    const price = priceAtSigma(option.expectedMove, sigmas)
    const profits = daysLeft.map((days) =>
      days === 0
        ? profitAtExpiry(option, price)
        : grid && profitAtPoint(option, grid, { daysLeft: days, shift: 0 }, price),
    )
    return { sigmas, price, profits }
  })
}
