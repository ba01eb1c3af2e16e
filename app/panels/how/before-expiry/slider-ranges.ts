/** The days and volatilities that the sliders offer, and what they are called. */
import type { Scenario } from '#contract/responses/scenario.ts'
import type { Moment } from './values.ts'

const dayMs = 86_400_000

/** Steps of the volatility slider, percentage points: halves where whole ones would be few. */
const stepOf = (span: number): number => (span < 8 ? 0.5 : 1)

export type Choices = {
  /** Calendar days from today to expiry; 0 on the last day. */
  days: number
  /** Percentage points; both 0 where volatility cannot be chosen. */
  shifts: { low: number; high: number; step: number }
}

/** What may be chosen in a grid: every day, and the shifts on round points. */
export function choicesOf({
  daysLeft,
  volatilityShifts,
}: Pick<Scenario, 'daysLeft' | 'volatilityShifts'>): Choices {
  const low = volatilityShifts[0] ?? 0
  const high = volatilityShifts.at(-1) ?? 0
  const step = stepOf(high - low)
  const inside = (shift: number) => Math.trunc(shift / step + Math.sign(shift) * 1e-9) * step + 0
  return { days: daysLeft[0] ?? 0, shifts: { low: inside(low), high: inside(high), step } }
}

/** What has been chosen as far as it is still offered: figures come anew, and their ends may have moved. */
export const within = ({ days, shifts }: Choices, { passed, shift }: Chosen): Moment => ({
  daysLeft: Math.max(0, days - passed),
  shift: Math.min(shifts.high, Math.max(shifts.low, shift)),
})

/** As the user sets it: calendar days after today, percentage points. */
export type Chosen = { passed: number; shift: number }
export const today: Chosen = { passed: 0, shift: 0 }

/** The day that is so many calendar days before expiry, `YYYY-MM-DD`. */
export const dayBefore = (expiryDate: string, daysLeft: number): string =>
  new Date(Date.parse(`${expiryDate}T00:00:00Z`) - daysLeft * dayMs).toISOString().slice(0, 10)
