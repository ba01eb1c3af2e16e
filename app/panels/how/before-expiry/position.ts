/** What a position gains or loses before expiry, and its curve over the prices of the underlying. */
import { sharesPerContract } from '#contract/responses/conventions.ts'
import type { IncomeOption } from '#contract/responses/income.ts'
import type { PayoffRange } from '#app/panels/how/payoff/payoff.ts'
import { type Moment, type ValueGrid, valueAt, valuesAt } from './values.ts'

export type Position = Pick<IncomeOption, 'legType' | 'strike' | 'breakeven' | 'contracts'>

/** A point of a curve: the underlying's price and the profit there, dollars. */
export type ProfitPoint = { price: number; profit: number }

/**
 * Profit of the whole position in dollars, negative = loss, where the option is worth `value` dollars a share.
 *
 * Covered call: (price - cost) + (premium - value) per share; its break-even is the cost less the premium.
 * Short put: premium - value per share; its break-even is the strike less the premium.
 */
export function profitAt(
  { legType, strike, breakeven, contracts }: Position,
  price: number,
  value: number,
): number {
  const owned = legType === 'Call' ? price : strike
  return (owned - value - breakeven) * sharesPerContract * contracts
}

/** The curve of a moment between `low` and `high` dollars, as far as the grid reaches; straight between its points. */
export function curveAt(
  position: Position,
  grid: ValueGrid,
  moment: Moment,
  { low, high }: Pick<PayoffRange, 'low' | 'high'>,
): ProfitPoint[] {
  const { prices } = grid
  const values = valuesAt(grid, moment)
  const first = prices[0]
  const last = prices.at(-1)
  if (!values || first === undefined || last === undefined) return []
  const from = Math.max(low, first)
  const to = Math.min(high, last)
  if (from > to) return []
  const inside = prices.filter((price) => price > from && price < to)
  return [from, ...inside, to].map((price) => ({
    price,
    profit: profitAt(position, price, valueAt(prices, values, price)!),
  }))
}

/** The profit at one price; null beyond the grid. */
export function profitOf(position: Position, grid: ValueGrid, moment: Moment, price: number): number | null {
  const values = valuesAt(grid, moment)
  const value = values && valueAt(grid.prices, values, price)
  return value === null ? null : profitAt(position, price, value)
}

/** The range with room for every day and volatility of the grid, so that it stays as it is while they are chosen. */
export function withRoomFor(position: Position, grid: ValueGrid, range: PayoffRange): PayoffRange {
  let { bottom, top } = range
  const air = (top - bottom) * 0.04
  for (const daysLeft of grid.daysLeft)
    for (const shift of grid.volatilityShifts)
      for (const { profit } of curveAt(position, grid, { daysLeft, shift }, range)) {
        bottom = Math.min(bottom, profit - air)
        top = Math.max(top, profit + air)
      }
  return { ...range, bottom, top }
}
