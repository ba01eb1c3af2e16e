/**
 * Time in which the variance of options grows, in sessions. Prices move in sessions, yet options
 * also price the nights and weekends in which news comes: a day without a session has half the
 * weight of a day with one. So the quoted volatility of the next expiry, which uses calendar time,
 * falls by about a tenth before a weekend, as that of real options does, and does not collapse.
 */
import { daysPerYear } from '#contract/responses/conventions.ts'
import { ordinal, sessionsOf, sessionsPerYear } from '#service/markets/simulated/year-path.ts'

/** Weight of a day without a session, compared with one that has one. */
const closedDayWeight = 0.5
/** Weight of a day with a session, so that a year has the variance of `sessionsPerYear` sessions. */
const sessionDayWeight =
  sessionsPerYear / (sessionsPerYear + closedDayWeight * (daysPerYear - sessionsPerYear))
const hourMs = 3_600_000

/** Variance time of a year before each of its days, and of the whole year as the last value. */
type YearTime = { readonly firstDay: number; readonly before: Float64Array }

const yearTimes = new Map<number, YearTime>()
function yearTimeOf(year: number): YearTime {
  let cached = yearTimes.get(year)
  if (!cached) {
    const firstDay = ordinal(`${year}-01-01`)
    const dayCount = ordinal(`${year + 1}-01-01`) - firstDay
    const sessionDays = new Set(sessionsOf(year).ordinals)
    const before = new Float64Array(dayCount + 1)
    for (let day = 0; day < dayCount; day++)
      before[day + 1] =
        (before[day] as number) + sessionDayWeight * (sessionDays.has(firstDay + day) ? 1 : closedDayWeight)
    yearTimes.set(year, (cached = { firstDay, before }))
  }
  return cached
}

/**
 * Variance time from the start of the year of `instant`, with that year. Days start at midnight in New York in winter, and an hour
 * later in summer.
 */
function timeInYear(instant: Date): { year: number; time: number } {
  const days = (instant.getTime() - 5 * hourMs) / (24 * hourMs)
  const day = Math.floor(days)
  const year = new Date(instant.getTime() - 5 * hourMs).getUTCFullYear()
  const { firstDay, before } = yearTimeOf(year)
  const start = before[day - firstDay] as number
  return { year, time: start + (days - day) * ((before[day - firstDay + 1] as number) - start) }
}

/** Variance time from `from` to `to`, sessions; at least that of a minute. */
export function sessionsBetween(from: Date, to: Date): number {
  const [start, end] = [timeInYear(from), timeInYear(to)]
  let time = end.time - start.time
  for (let year = start.year; year < end.year; year++) time += yearTimeOf(year).before.at(-1) as number
  return Math.max(1 / 1440, time)
}
