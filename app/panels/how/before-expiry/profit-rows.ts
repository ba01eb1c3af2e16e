/** Rows and columns of the table of profits by price and date. Pure functions. */
import type { IncomeOption } from '#contract/responses/income.ts'
import { priceAtSigma, profitAtExpiry } from '#app/panels/how/payoff/payoff.ts'
import { profitAtPoint } from './profit-curve.ts'
import type { ValuationPoint, ValueGrid } from './values.ts'

/** Prices of the rows in standard deviations of the expected move, from the highest to the lowest. */
const rowSigmas = [2, 1.5, 1, 0.5, 0, -0.5, -1, -1.5, -2] as const

/** `sigmas`: distance from the middle of the expected move; `price` in dollars per share. */
export type ProfitRow = {
  sigmas: number
  price: number
  /** One profit for each column, dollars; null if the service computed no value for it. */
  profits: (number | null)[]
}

/**
 * Returns the columns: today, a later day and expiry; without a grid only expiry. The later day is that of the
 * sliders, at their volatility, or halfway if they are at today or at expiry.
 */
export function profitColumns(
  grid: Pick<ValueGrid, 'daysLeft'> | null,
  chosen?: ValuationPoint,
): ValuationPoint[] {
  const today = grid?.daysLeft[0] ?? 0
  const isAnotherPoint = chosen && chosen.daysLeft > 0 && (chosen.daysLeft < today || chosen.shift !== 0)
  const middle = isAnotherPoint ? chosen : { daysLeft: Math.round(today / 2), shift: 0 }
  const hasMiddle = middle.shift !== 0 || (middle.daysLeft > 0 && middle.daysLeft < today)
  return [
    ...(today > 0 ? [{ daysLeft: today, shift: 0 }] : []),
    ...(hasMiddle ? [middle] : []),
    { daysLeft: 0, shift: 0 },
  ]
}

/** Returns the rows for the columns. */
export function profitRows(
  option: IncomeOption,
  grid: ValueGrid | null,
  columns: readonly ValuationPoint[],
): ProfitRow[] {
  return rowSigmas.map((sigmas) => {
    const price = priceAtSigma(option.expectedMove, sigmas)
    const profits = columns.map((point) =>
      point.daysLeft === 0
        ? profitAtExpiry(option, price)
        : grid && profitAtPoint(option, grid, point, price),
    )
    return { sigmas, price, profits }
  })
}
