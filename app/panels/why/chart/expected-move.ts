/** The expected-move cone of the price chart: one standard deviation, widening with the square root of time. */
import { daysPerYear } from '#contract/responses/conventions.ts'

/** Where the price is expected to be on a day, one standard deviation either way; dollars. */
export type ExpectedRange = {
  /** `YYYY-MM-DD`. */
  day: string
  low: number
  high: number
  /** Half of it as a part of the price, a decimal. */
  deviation: number
}

/** One cut through the cone: prices in dollars at a day (days since 1970). */
export type ConePoint = { day: number; low: number; high: number }

/**
 * Size of one standard deviation of the price over some calendar days, as a decimal: volatility x sqrt(days / 365).
 * `volatility` is annual, a decimal.
 */
export const expectedMove = (volatility: number, days: number): number =>
  volatility * Math.sqrt(Math.max(0, days) / daysPerYear)

/**
 * The cone from `price` on `day` to the two edges that are expected on a later day. Empty where nothing is expected, or that day is over. The lower edge stops at zero.
 */
export function expectedCone(
  from: { day: number; price: number },
  until: { day: number; low: number; high: number } | null,
): ConePoint[] {
  if (!until) return []
  if (until.day <= from.day) return []
  const steps = 16
  return Array.from({ length: steps + 1 }, (_, i) => {
    // Closer together at the beginning, where the curve bends most.
    const days = (until.day - from.day) * (i / steps) ** 2
    const share = Math.sqrt(days / (until.day - from.day))
    const edge = (at: number): number => from.price + (at - from.price) * share
    return { day: from.day + days, low: Math.max(0, edge(until.low)), high: edge(until.high) }
  })
}
