/** Ranges and settings of the sliders for the day and the volatility. */
import type { Scenario } from '#contract/responses/scenario.ts'
import type { ValuationPoint } from './values.ts'

const dayMs = 86_400_000

/** Returns the step of the volatility slider in percentage points, for a range of `span` points. */
const stepOf = (span: number): number => (span < 8 ? 0.5 : 1)

export type SliderRanges = {
  /** Calendar days from today to expiry; 0 on the day of expiry. */
  days: number
  /**
   * Shifts of the volatility in percentage points; `low` and `high` are 0 if there is no choice.
   */
  shifts: { low: number; high: number; step: number }
}

/** Returns the ranges for a scenario: every day, and shifts at multiples of the step. */
export function sliderRangesOf({
  daysLeft,
  volatilityShifts,
}: Pick<Scenario, 'daysLeft' | 'volatilityShifts'>): SliderRanges {
  const low = volatilityShifts[0] ?? 0
  const high = volatilityShifts.at(-1) ?? 0
  const step = stepOf(high - low)
  const truncateToStep = (shift: number) => Math.trunc(shift / step + Math.sign(shift) * 1e-9) * step + 0
  return { days: daysLeft[0] ?? 0, shifts: { low: truncateToStep(low), high: truncateToStep(high), step } }
}

/** Clamps the settings to the ranges, which may change when the scenario is refetched. */
export const clampToRanges = (
  { days, shifts }: SliderRanges,
  { daysFromToday, shift }: SliderSettings,
): ValuationPoint => ({
  daysLeft: Math.max(0, days - daysFromToday),
  shift: Math.min(shifts.high, Math.max(shifts.low, shift)),
})

/**
 * Positions of the sliders: calendar days from today, and shift of the volatility in percentage
 * points.
 */
export type SliderSettings = { daysFromToday: number; shift: number }
export const todaySettings: SliderSettings = { daysFromToday: 0, shift: 0 }

/** Returns the date `daysLeft` calendar days before expiry, `YYYY-MM-DD`. */
export const dayBefore = (expiryDate: string, daysLeft: number): string =>
  new Date(Date.parse(`${expiryDate}T00:00:00Z`) - daysLeft * dayMs).toISOString().slice(0, 10)
