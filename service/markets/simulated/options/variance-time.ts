/**
 * Time in which the variance of options grows, in sessions.
 *
 * Each session has the variance from the close before it to its own close. A part of it, that of
 * the night, passes at the open; the rest passes in the session. Days without a session add to the
 * night before the next one, each half of what a day with one has. So options that expire on Monday
 * have on Friday about nine tenths of the usual volatility per calendar day. Nothing passes between
 * a close and the next open, because the analysis counts days from the session of the quotes
 * (decision 68).
 */
import { daysPerYear } from '#contract/responses/conventions.ts'
import { sessionClose, sessionOpen } from '#service/markets/calendar.ts'
import { ordinal, sessionsOf, sessionsPerYear } from '#service/markets/simulated/year-path.ts'

/** Weight of a day without a session, compared with one that has one. */
const closedDayWeight = 0.5
/** Weight of a day with a session, so that a year has the variance of `sessionsPerYear` sessions. */
const sessionDayWeight =
  sessionsPerYear / (sessionsPerYear + closedDayWeight * (daysPerYear - sessionsPerYear))
/** Share of a day's variance that passes at the open. */
const nightShare = 0.4
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A session: its times, epoch milliseconds, and the variance time from the start of the year. */
type SessionTime = {
  readonly open: number
  readonly close: number
  /** Before the open, and after it. */
  readonly before: number
  readonly after: number
  readonly atClose: number
}

type YearTime = {
  /** Days since 1970-01-01. */
  readonly firstDay: number
  readonly sessions: readonly SessionTime[]
  /** The index of the first session on each day of the year, or after it. */
  readonly nextSession: Uint16Array
  readonly total: number
}

function makeYearTime(year: number): YearTime {
  const firstDay = ordinal(`${year}-01-01`)
  const { days, ordinals } = sessionsOf(year)
  const nextSession = new Uint16Array(ordinal(`${year + 1}-01-01`) - firstDay)
  const sessions: SessionTime[] = []
  let time = 0
  let previous = sessionsOf(year - 1).ordinals.at(-1) ?? firstDay - 1
  for (const [index, day] of days.entries()) {
    const dayOrdinal = ordinals[index] as number
    const closedDays = dayOrdinal - previous - 1
    const after = time + sessionDayWeight * (nightShare + closedDayWeight * closedDays)
    const atClose = after + sessionDayWeight * (1 - nightShare)
    const [open, close] = [sessionOpen(day).getTime(), sessionClose(day).getTime()]
    sessions.push({ open, close, before: time, after, atClose })
    nextSession.fill(index, Math.max(0, previous + 1 - firstDay), dayOrdinal - firstDay + 1)
    previous = dayOrdinal
    time = atClose
  }
  nextSession.fill(days.length, previous + 1 - firstDay)
  return { firstDay, sessions, nextSession, total: time }
}

const yearTimes = new Map<number, YearTime>()
function yearTimeOf(year: number): YearTime {
  let cached = yearTimes.get(year)
  if (!cached) yearTimes.set(year, (cached = makeYearTime(year)))
  return cached
}

/** Variance time from the start of the year of `instant`, with that year. */
function timeInYear(instant: Date): { year: number; time: number } {
  const ms = instant.getTime()
  // Sessions are hours away from midnight, so the offset of winter is precise enough.
  const local = new Date(ms - 5 * hourMs)
  const year = local.getUTCFullYear()
  const { firstDay, sessions, nextSession, total } = yearTimeOf(year)
  const session = sessions[nextSession[Math.floor(local.getTime() / dayMs) - firstDay] as number]
  if (!session) return { year, time: total }
  const { open, close, before, after, atClose } = session
  if (ms < open) return { year, time: before }
  const share = Math.min(1, (ms - open) / (close - open))
  return { year, time: after + share * (atClose - after) }
}

/** Variance time from `from` to `to`, sessions; at least that of a minute. */
export function sessionsBetween(from: Date, to: Date): number {
  const [start, end] = [timeInYear(from), timeInYear(to)]
  let time = end.time - start.time
  for (let year = start.year; year < end.year; year++) time += yearTimeOf(year).total
  return Math.max(1 / 1440, time)
}
