/**
 * Interpolates an option's value between the points computed by the service (contract/responses/scenario.ts):
 * linear along each axis. The widget never prices options; values outside the grid are unknown (null).
 */
import type { Scenario } from '#contract/responses/scenario.ts'

export type ValueGrid = Pick<Scenario, 'daysLeft' | 'volatilityShifts' | 'prices' | 'values'>

/**
 * A day and a volatility: calendar days until expiry, and percentage points added to the implied
 * volatility.
 */
export type ValuationPoint = { daysLeft: number; shift: number }

/** Position between the axis points `index` and `index + 1`; `fraction` is from 0 to 1. */
type AxisPosition = { index: number; fraction: number }

/** Locates a value on a monotonic axis by binary search; null outside the axis. */
export function locateOnAxis(axis: readonly number[], value: number): AxisPosition | null {
  const first = axis[0]
  const last = axis.at(-1)
  if (first === undefined || last === undefined) return null
  const sign = last < first ? -1 : 1
  if (sign * value < sign * first || sign * value > sign * last) return null
  let low = 0
  let high = axis.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (sign * axis[middle]! <= sign * value) low = middle
    else high = middle
  }
  const start = axis[low]!
  // `|| 0`: on an axis with one point the division is 0 / 0.
  return { index: low, fraction: (value - start) / (axis[high]! - start) || 0 }
}

const interpolate = (start: number, end: number, fraction: number): number =>
  fraction === 0 ? start : fraction === 1 ? end : start + (end - start) * fraction

/**
 * Returns the option's value in dollars per share at each price of the grid; null outside its days
 * or shifts.
 */
export function valuesAt(grid: ValueGrid, { daysLeft, shift }: ValuationPoint): number[] | null {
  const day = locateOnAxis(grid.daysLeft, daysLeft)
  const volatility = locateOnAxis(grid.volatilityShifts, shift)
  if (!day || !volatility) return null
  // At the last point of an axis the next row does not exist. Any row may replace it, because its weight is 0.
  const rowOf = (dayIndex: number, shiftIndex: number): readonly number[] =>
    (grid.values[dayIndex] ?? grid.values[day.index]!)[shiftIndex] ??
    grid.values[day.index]![volatility.index]!
  const rowsOf = (dayIndex: number) =>
    [rowOf(dayIndex, volatility.index), rowOf(dayIndex, volatility.index + 1)] as const
  const earlierRows = rowsOf(day.index)
  const laterRows = rowsOf(day.index + 1)
  return grid.prices.map((_, index) =>
    interpolate(
      interpolate(earlierRows[0][index]!, earlierRows[1][index]!, volatility.fraction),
      interpolate(laterRows[0][index]!, laterRows[1][index]!, volatility.fraction),
      day.fraction,
    ),
  )
}

/**
 * Interpolates `values`, the result of `valuesAt`, at a price of the underlying; null outside
 * `prices`.
 */
export function valueAt(prices: readonly number[], values: readonly number[], price: number): number | null {
  const position = locateOnAxis(prices, price)
  if (!position) return null
  const start = values[position.index]!
  return interpolate(start, values[position.index + 1] ?? start, position.fraction)
}
