/** Profit and loss of a position before expiry, at one price of the underlying or as a curve. */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import type { PayoffRange } from '#app/panels/how/payoff/payoff.ts'
import { type ValuationPoint, type ValueGrid, valueAt, valuesAt } from './values.ts'

export type SoldPosition = Pick<IncomeOption, 'legType' | 'strike' | 'breakeven' | 'contracts'>

/** Point of a curve: price of the underlying and the profit at that price, dollars. */
export type ProfitPoint = { price: number; profit: number }

/**
 * Returns the profit of the position in dollars (negative = loss) if the option is worth `value` dollars per share.
 *
 * Covered call: (price - cost) + (premium - value) per share; its break-even is the cost less the premium.
 * Short put: premium - value per share; its break-even is the strike less the premium.
 */
export function profitAtValue(
  { legType, strike, breakeven, contracts }: SoldPosition,
  price: number,
  value: number,
): number {
  const assetValue = legType === 'Call' ? price : strike
  return (assetValue - value - breakeven) * sharesPerContract * contracts
}

/**
 * Returns the profit curve from `low` to `high` dollars per share, clipped to the grid, with a
 * point at each grid price.
 */
export function profitCurve(
  position: SoldPosition,
  grid: ValueGrid,
  point: ValuationPoint,
  { low, high }: Pick<PayoffRange, 'low' | 'high'>,
): ProfitPoint[] {
  const { prices } = grid
  const values = valuesAt(grid, point)
  const first = prices[0]
  const last = prices.at(-1)
  if (!values || first === undefined || last === undefined) return []
  const start = Math.max(low, first)
  const end = Math.min(high, last)
  if (start > end) return []
  const innerPrices = prices.filter((price) => price > start && price < end)
  return [start, ...innerPrices, end].map((price) => ({
    price,
    profit: profitAtValue(position, price, valueAt(prices, values, price)!),
  }))
}

/** Returns the profit at one price in dollars; null outside the grid. */
export function profitAtPoint(
  position: SoldPosition,
  grid: ValueGrid,
  point: ValuationPoint,
  price: number,
): number | null {
  const values = valuesAt(grid, point)
  const value = values && valueAt(grid.prices, values, price)
  return value === null ? null : profitAtValue(position, price, value)
}

/** Expands the range to fit every day and volatility of the grid, so that the axes do not change with the sliders. */
export function expandRange(position: SoldPosition, grid: ValueGrid, range: PayoffRange): PayoffRange {
  let { bottom, top } = range
  const margin = (top - bottom) * 0.04
  for (const daysLeft of grid.daysLeft)
    for (const shift of grid.volatilityShifts)
      for (const { profit } of profitCurve(position, grid, { daysLeft, shift }, range)) {
        bottom = Math.min(bottom, profit - margin)
        top = Math.max(top, profit + margin)
      }
  return { ...range, bottom, top }
}
