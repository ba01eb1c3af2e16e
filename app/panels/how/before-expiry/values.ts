/**
 * What an option is worth between the points that the service has worked out (contract/responses/scenario.ts): a straight line along
 * each axis. Nothing is priced here, and beyond the points nothing is known.
 */
import type { Scenario } from '#contract/responses/scenario.ts'

export type ValueGrid = Pick<Scenario, 'daysLeft' | 'volatilityShifts' | 'prices' | 'values'>

/** A day and a volatility: calendar days left until expiry, percentage points added. */
export type Moment = { daysLeft: number; shift: number }

/** Between the axis's points `at` and `at + 1`, `share` of the way from the one to the other. */
type Place = { at: number; share: number }

/** Where a value lies on an axis that only rises, or only falls; null beyond its ends. */
export function placeOn(axis: readonly number[], value: number): Place | null {
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
  const from = axis[low]!
  // An axis of one point has no step.
  return { at: low, share: (value - from) / (axis[high]! - from) || 0 }
}

const blend = (from: number, to: number, share: number): number =>
  share === 0 ? from : share === 1 ? to : from + (to - from) * share

/** Dollars per share at each of the grid's prices; null beyond its days or shifts. */
export function valuesAt(grid: ValueGrid, { daysLeft, shift }: Moment): number[] | null {
  const day = placeOn(grid.daysLeft, daysLeft)
  const point = placeOn(grid.volatilityShifts, shift)
  if (!day || !point) return null
  const rowOf = (dayAt: number, shiftAt: number): readonly number[] =>
    (grid.values[dayAt] ?? grid.values[day.at]!)[shiftAt] ?? grid.values[day.at]![point.at]!
  const nearer = [rowOf(day.at, point.at), rowOf(day.at, point.at + 1)] as const
  const farther = [rowOf(day.at + 1, point.at), rowOf(day.at + 1, point.at + 1)] as const
  return grid.prices.map((_, at) =>
    blend(
      blend(nearer[0][at]!, nearer[1][at]!, point.share),
      blend(farther[0][at]!, farther[1][at]!, point.share),
      day.share,
    ),
  )
}

/** Dollars per share at a price of the underlying, out of `valuesAt`; null beyond the grid's prices. */
export function valueAt(prices: readonly number[], values: readonly number[], price: number): number | null {
  const place = placeOn(prices, price)
  if (!place) return null
  const from = values[place.at]!
  return blend(from, values[place.at + 1] ?? from, place.share)
}
