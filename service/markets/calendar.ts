/**
 * The New York exchange calendar: sessions, holidays, early closes, and the conversion of exchange days to instants.
 *
 * Rule-based for the years 1998 to 2035 (NYSE Rule 7.2 and the exchange's yearly notices), with the unscheduled
 * closures of the past listed one by one. Web-standard APIs only. New York's offset comes from the US daylight-saving
 * rules (Uniform Time Act as amended in 1986 and 2005) rather than `Intl`, which is a hundred times slower.
 */
import { LRUCache } from 'lru-cache'
import type { MarketState } from '#contract/feed.ts'
import type { Day } from './market.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The day number of a day: days since 1970-01-01. */
const dayNumberOf = (day: Day): number =>
  Date.UTC(+day.slice(0, 4), +day.slice(5, 7) - 1, +day.slice(8, 10)) / dayMs
const dayFromNumber = (dayNumber: number): Day => new Date(dayNumber * dayMs).toISOString().slice(0, 10)
/** 0 = Sunday; 1970-01-01 was a Thursday. */
const weekdayOf = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7
const dayNumberOfDate = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / dayMs

/** The `n`-th `weekday` of a month, for example the third Monday. */
function nthInMonth(year: number, month: number, weekday: number, n: number): number {
  const first = dayNumberOfDate(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

function lastInMonth(year: number, month: number, weekday: number): number {
  const lastDay = dayNumberOfDate(year, month + 1, 0)
  return lastDay - ((weekdayOf(lastDay) - weekday + 7) % 7)
}

/** Western Easter Sunday (Meeus, Jones and Butcher). */
function easter(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return dayNumberOfDate(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** A holiday on Saturday is observed on Friday, one on Sunday on Monday. */
function observed(dayNumber: number): number {
  const weekday = weekdayOf(dayNumber)
  return weekday === 6 ? dayNumber - 1 : weekday === 0 ? dayNumber + 1 : dayNumber
}

/**
 * Closures outside the rules: the attacks of September 2001, days of mourning for presidents (2004,
 * 2007, 2018, 2025), and Hurricane Sandy (2012).
 */
const unscheduledClosures = [
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11',
  '2007-01-02',
  '2012-10-29',
  '2012-10-30',
  '2018-12-05',
  '2025-01-09',
]
/** Early closes outside the rules. */
const unscheduledEarlyCloses = ['2003-12-26']

/** Weekdays without a session, and sessions that end at 13:00, as day numbers. */
type YearSchedule = { readonly closures: ReadonlySet<number>; readonly earlyCloses: ReadonlySet<number> }

function makeYearSchedule(year: number): YearSchedule {
  const closures = new Set<number>([
    nthInMonth(year, 1, 1, 3), // Martin Luther King Jr., since 1998
    nthInMonth(year, 2, 1, 3), // Washington's Birthday
    easter(year) - 2, // Good Friday
    lastInMonth(year, 5, 1), // Memorial Day
    observed(dayNumberOfDate(year, 7, 4)),
    nthInMonth(year, 9, 1, 1), // Labor Day
    nthInMonth(year, 11, 4, 4), // Thanksgiving
    observed(dayNumberOfDate(year, 12, 25)),
  ])
  // New Year's Day on a Saturday is not observed on Friday: it would fall into the old year.
  const newYear = dayNumberOfDate(year, 1, 1)
  if (weekdayOf(newYear) !== 6) closures.add(observed(newYear))
  if (year >= 2022) closures.add(observed(dayNumberOfDate(year, 6, 19)))
  const prefix = `${year}-`
  for (const day of unscheduledClosures) if (day.startsWith(prefix)) closures.add(dayNumberOf(day))

  const earlyCloses = new Set<number>([nthInMonth(year, 11, 4, 4) + 1])
  const addEarlyClose = (dayNumber: number) => {
    const weekday = weekdayOf(dayNumber)
    if (weekday > 0 && weekday < 6 && !closures.has(dayNumber)) earlyCloses.add(dayNumber)
  }
  addEarlyClose(dayNumberOfDate(year, 12, 24))
  // If July 4 is a Thursday: until 2012 the session of Friday the 5th ended early, since then that of the 3rd.
  const independenceDay = dayNumberOfDate(year, 7, 4)
  if (weekdayOf(independenceDay) === 4 && year < 2013) addEarlyClose(independenceDay + 1)
  else if (weekdayOf(independenceDay) >= 2 && weekdayOf(independenceDay) <= 5)
    addEarlyClose(independenceDay - 1)
  for (const day of unscheduledEarlyCloses) if (day.startsWith(prefix)) earlyCloses.add(dayNumberOf(day))
  return { closures, earlyCloses }
}

const yearSchedules = new Map<number, YearSchedule>()
function yearScheduleOf(dayNumber: number): YearSchedule {
  const year = new Date(dayNumber * dayMs).getUTCFullYear()
  let cached = yearSchedules.get(year)
  if (!cached) yearSchedules.set(year, (cached = makeYearSchedule(year)))
  return cached
}

function isSession(dayNumber: number): boolean {
  const weekday = weekdayOf(dayNumber)
  return weekday !== 0 && weekday !== 6 && !yearScheduleOf(dayNumber).closures.has(dayNumber)
}

/** The first session from `dayNumber` on, forwards (`step` 1) or backwards (-1). */
function nearestSession(dayNumber: number, step: 1 | -1): number {
  while (!isSession(dayNumber)) dayNumber += step
  return dayNumber
}

/**
 * Start and end of daylight-saving time by year, epoch milliseconds: 02:00 standard, 02:00 daylight
 * time.
 */
const clockChanges = new Map<number, readonly [number, number]>()
function clockChangesOf(year: number): readonly [number, number] {
  let cached = clockChanges.get(year)
  if (!cached) {
    const daylightStart = year >= 2007 ? nthInMonth(year, 3, 0, 2) : nthInMonth(year, 4, 0, 1)
    const daylightEnd = year >= 2007 ? nthInMonth(year, 11, 0, 1) : lastInMonth(year, 10, 0)
    clockChanges.set(year, (cached = [daylightStart * dayMs + 7 * hourMs, daylightEnd * dayMs + 6 * hourMs]))
  }
  return cached
}

/** Hours by which New York is behind UTC at an instant: 4 or 5. */
function hoursBehindUtc(ms: number): number {
  // Clock changes are months away from New Year, so the UTC year is precise enough.
  const [daylightStart, daylightEnd] = clockChangesOf(new Date(ms).getUTCFullYear())
  return ms >= daylightStart && ms < daylightEnd ? 4 : 5
}

/**
 * Epoch milliseconds of a New York wall-clock time, `hours` after midnight. Exchange times are
 * hours away from the clock change at 02:00.
 */
function newYorkTimeMs(dayNumber: number, hours: number): number {
  const standard = dayNumber * dayMs + (hours + 5) * hourMs
  return hoursBehindUtc(standard) === 4 ? standard - hourMs : standard
}

const closeHours = (dayNumber: number): number =>
  yearScheduleOf(dayNumber).earlyCloses.has(dayNumber) ? 13 : 16

/** The calendar day in New York at an instant. */
export const newYorkDay = (instant: Date): Day => {
  const ms = instant.getTime()
  return dayFromNumber(Math.floor((ms - hoursBehindUtc(ms) * hourMs) / dayMs))
}

/** When the regular session of a trading day opens: 09:30 New York. */
export const sessionOpen = (day: Day): Date => new Date(newYorkTimeMs(dayNumberOf(day), 9.5))

/** When the regular session of a trading day closes: 16:00 New York, 13:00 on early closes. */
export const sessionClose = (day: Day): Date => {
  const dayNumber = dayNumberOf(day)
  return new Date(newYorkTimeMs(dayNumber, closeHours(dayNumber)))
}

/** The instant at which options of an expiry day expire: at the close, 16:00 New York, 13:00 on early closes. */
export const expiryInstant = (expiry: Day): Date => sessionClose(expiry)

/** Whether the exchange holds a session that day. */
export const isTradingDay = (day: Day): boolean => isSession(dayNumberOf(day))

/** Whether that day's session ends at 13:00. */
export const isEarlyClose = (day: Day): boolean => {
  const dayNumber = dayNumberOf(day)
  return isSession(dayNumber) && yearScheduleOf(dayNumber).earlyCloses.has(dayNumber)
}

/** The first trading day after `day`. */
export const nextTradingDay = (day: Day): Day => dayFromNumber(nearestSession(dayNumberOf(day) + 1, 1))

/** The last trading day before `day`. */
export const previousTradingDay = (day: Day): Day => dayFromNumber(nearestSession(dayNumberOf(day) - 1, -1))

/** `day` if it is a trading day, otherwise the last one before it: an expiry on a holiday moves there. */
export const tradingDayOnOrBefore = (day: Day): Day => dayFromNumber(nearestSession(dayNumberOf(day), -1))

/** `day` if it is a trading day, otherwise the next one. */
export const tradingDayOnOrAfter = (day: Day): Day => dayFromNumber(nearestSession(dayNumberOf(day), 1))

/** Number of trading days after `a` and before `b`. */
export function tradingDaysBetween(a: Day, b: Day): number {
  const end = dayNumberOf(b)
  let count = 0
  for (let dayNumber = dayNumberOf(a) + 1; dayNumber < end; dayNumber++) if (isSession(dayNumber)) count++
  return count
}

/** Cache of recent results of `tradingDaysUpTo`: every symbol needs the same list. */
const recentDayLists = new LRUCache<string, readonly Day[]>({ max: 4 })

/** The last `count` trading days up to and including `day` (or the one before it), oldest first. */
export function tradingDaysUpTo(day: Day, count: number): readonly Day[] {
  const key = `${day} ${count}`
  const cached = recentDayLists.get(key)
  if (cached) return cached
  const days: Day[] = []
  for (let dayNumber = dayNumberOf(day); days.length < count; dayNumber--) {
    dayNumber = nearestSession(dayNumber, -1)
    days.push(dayFromNumber(dayNumber))
  }
  days.reverse()
  recentDayLists.set(key, days)
  return days
}

/** The day `n` calendar days after `day`, or before it if `n` is negative. */
export const addDays = (day: Day, n: number): Day => dayFromNumber(dayNumberOf(day) + n)

/** Calendar days from `a` to `b`; negative if `b` is earlier. */
export const daysBetween = (a: Day, b: Day): number => dayNumberOf(b) - dayNumberOf(a)

/** Day of the week, 0 = Sunday to 6 = Saturday. */
export const weekday = (day: Day): number => weekdayOf(dayNumberOf(day))

/**
 * The `n`-th `weekday` (0 = Sunday) of a month (1 to 12). Standard options expire on the third
 * Friday.
 */
export const nthWeekday = (year: number, month: number, weekday: number, n: number): Day =>
  dayFromNumber(nthInMonth(year, month, weekday, n))

/** Pre-market from 04:00, regular session, after-hours for four hours after the close (20:00 or 17:00), else closed. */
export const marketStateAt = (instant: Date): MarketState => {
  const ms = instant.getTime()
  const dayNumber = dayNumberOf(newYorkDay(instant))
  if (!isSession(dayNumber)) return 'closed'
  const close = closeHours(dayNumber)
  if (ms < newYorkTimeMs(dayNumber, 4) || ms >= newYorkTimeMs(dayNumber, close + 4)) return 'closed'
  if (ms < newYorkTimeMs(dayNumber, 9.5)) return 'pre'
  return ms < newYorkTimeMs(dayNumber, close) ? 'open' : 'after'
}

/** The latest session that has opened. */
export const latestSession = (instant: Date): Day => {
  const day = newYorkDay(instant)
  return isTradingDay(day) && instant >= sessionOpen(day) ? day : previousTradingDay(day)
}

/** The latest session that has closed: the last one with a complete daily bar. */
export const latestClosedSession = (instant: Date): Day => {
  const day = newYorkDay(instant)
  return isTradingDay(day) && instant >= sessionClose(day) ? day : previousTradingDay(day)
}
