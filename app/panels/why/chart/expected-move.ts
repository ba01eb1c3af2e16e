/** The expected-move cone of the price chart: one standard deviation, widening with the square root of time. */
import { daysPerYear } from '#contract/conventions.ts'

/** One cut through the cone: prices in dollars at a day (days since 1970). */
export type ConePoint = { day: number; low: number; high: number }

/**
 * Size of one standard deviation of the price over some calendar days, as a decimal: volatility x sqrt(days / 365).
 * `volatility` is annual, a decimal.
 */
export const expectedMove = (volatility: number, days: number): number =>
  volatility * Math.sqrt(Math.max(0, days) / daysPerYear)

/**
 * The cone from `price` on `day` to `until`, at most to `limit` where the chart ends before. Empty where nothing
 * can be said: no volatility, or no day ahead. The lower edge stops at zero.
 */
export function expectedCone(
  from: { day: number; price: number },
  volatility: number | null,
  until: number,
  limit = until,
): ConePoint[] {
  const end = Math.min(until, limit)
  if (volatility === null || !(volatility > 0) || end <= from.day) return []
  const steps = 16
  return Array.from({ length: steps + 1 }, (_, i) => {
    // Closer together at the beginning, where the curve bends most.
    const days = (end - from.day) * (i / steps) ** 2
    const move = from.price * expectedMove(volatility, days)
    return { day: from.day + days, low: Math.max(0, from.price - move), high: from.price + move }
  })
}
