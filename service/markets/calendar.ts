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

/** Days since 1970-01-01. */
const numberOf = (day: Day): number =>
  Date.UTC(+day.slice(0, 4), +day.slice(5, 7) - 1, +day.slice(8, 10)) / dayMs
const dayOf = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10)
/** 0 = Sunday; 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7
const dayNumber = (year: number, month: number, date: number): number =>
  Date.UTC(year, month - 1, date) / dayMs

/** The `n`-th `weekday` of a month, for example the third Monday. */
function nthInMonth(year: number, month: number, weekday: number, n: number): number {
  const first = dayNumber(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

function lastInMonth(year: number, month: number, weekday: number): number {
  const end = dayNumber(year, month + 1, 0)
  return end - ((weekdayOf(end) - weekday + 7) % 7)
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
  return dayNumber(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** A holiday on Saturday is observed on Friday, one on Sunday on Monday. */
function observed(number: number): number {
  const weekday = weekdayOf(number)
  return weekday === 6 ? number - 1 : weekday === 0 ? number + 1 : number
}

/** Closures outside the rules: attacks of 2001, mourning of presidents (2004, 2007, 2018, 2025), hurricane Sandy. */
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

type Year = { readonly closures: ReadonlySet<number>; readonly earlyCloses: ReadonlySet<number> }

function makeYear(year: number): Year {
  const closures = new Set<number>([
    nthInMonth(year, 1, 1, 3), // Martin Luther King Jr., since 1998
    nthInMonth(year, 2, 1, 3), // Washington's Birthday
    easter(year) - 2, // Good Friday
    lastInMonth(year, 5, 1), // Memorial Day
    observed(dayNumber(year, 7, 4)),
    nthInMonth(year, 9, 1, 1), // Labor Day
    nthInMonth(year, 11, 4, 4), // Thanksgiving
    observed(dayNumber(year, 12, 25)),
  ])
  // New Year's Day on a Saturday is not observed on Friday: it would fall into the old year.
  const newYear = dayNumber(year, 1, 1)
  if (weekdayOf(newYear) !== 6) closures.add(observed(newYear))
  if (year >= 2022) closures.add(observed(dayNumber(year, 6, 19)))
  const prefix = `${year}-`
  for (const day of unscheduledClosures) if (day.startsWith(prefix)) closures.add(numberOf(day))

  const earlyCloses = new Set<number>([nthInMonth(year, 11, 4, 4) + 1])
  const addEarlyClose = (number: number) => {
    const weekday = weekdayOf(number)
    if (weekday > 0 && weekday < 6 && !closures.has(number)) earlyCloses.add(number)
  }
  addEarlyClose(dayNumber(year, 12, 24))
  // If July 4 is a Thursday, Friday the 5th closed early until 2012, and the 3rd since then.
  const fourth = dayNumber(year, 7, 4)
  if (weekdayOf(fourth) === 4 && year < 2013) addEarlyClose(fourth + 1)
  else if (weekdayOf(fourth) >= 2 && weekdayOf(fourth) <= 5) addEarlyClose(fourth - 1)
  for (const day of unscheduledEarlyCloses) if (day.startsWith(prefix)) earlyCloses.add(numberOf(day))
  return { closures, earlyCloses }
}

const years = new Map<number, Year>()
function yearOf(number: number): Year {
  const year = new Date(number * dayMs).getUTCFullYear()
  let cached = years.get(year)
  if (!cached) years.set(year, (cached = makeYear(year)))
  return cached
}

function isSession(number: number): boolean {
  const weekday = weekdayOf(number)
  return weekday !== 0 && weekday !== 6 && !yearOf(number).closures.has(number)
}

function sessionFrom(number: number, step: 1 | -1): number {
  while (!isSession(number)) number += step
  return number
}

/** Clock changes of a year, in UTC milliseconds: 02:00 standard time and 02:00 daylight time. */
const clockChanges = new Map<number, readonly [number, number]>()
function clockChangesOf(year: number): readonly [number, number] {
  let cached = clockChanges.get(year)
  if (!cached) {
    const starts = year >= 2007 ? nthInMonth(year, 3, 0, 2) : nthInMonth(year, 4, 0, 1)
    const ends = year >= 2007 ? nthInMonth(year, 11, 0, 1) : lastInMonth(year, 10, 0)
    clockChanges.set(year, (cached = [starts * dayMs + 7 * hourMs, ends * dayMs + 6 * hourMs]))
  }
  return cached
}

/** Hours by which New York is behind UTC at an instant: 4 or 5. */
function hoursBehindUtc(ms: number): number {
  // Clock changes are months away from New Year, so the UTC year is precise enough.
  const [starts, ends] = clockChangesOf(new Date(ms).getUTCFullYear())
  return ms >= starts && ms < ends ? 4 : 5
}

/** The instant of a New York wall-clock time. Exchange times are hours away from the clock change at 02:00. */
function instantAt(number: number, hours: number): number {
  const standard = number * dayMs + (hours + 5) * hourMs
  return hoursBehindUtc(standard) === 4 ? standard - hourMs : standard
}

const closeHours = (number: number): number => (yearOf(number).earlyCloses.has(number) ? 13 : 16)

/** The calendar day in New York at an instant. */
export const newYorkDay = (instant: Date): Day => {
  const ms = instant.getTime()
  return dayOf(Math.floor((ms - hoursBehindUtc(ms) * hourMs) / dayMs))
}

/** When the regular session of a trading day opens: 09:30 New York. */
export const sessionOpen = (day: Day): Date => new Date(instantAt(numberOf(day), 9.5))

/** When the regular session of a trading day closes: 16:00 New York, 13:00 on early closes. */
export const sessionClose = (day: Day): Date => {
  const number = numberOf(day)
  return new Date(instantAt(number, closeHours(number)))
}

/** The instant at which options of an expiry day expire: 16:00 New York, also on early closes. */
export const expiryInstant = (day: Day): Date => new Date(instantAt(numberOf(day), 16))

/** Whether the exchange holds a session that day. */
export const isTradingDay = (day: Day): boolean => isSession(numberOf(day))

/** Whether that day's session ends at 13:00. */
export const isEarlyClose = (day: Day): boolean => {
  const number = numberOf(day)
  return isSession(number) && yearOf(number).earlyCloses.has(number)
}

/** The first trading day after `day`. */
export const nextTradingDay = (day: Day): Day => dayOf(sessionFrom(numberOf(day) + 1, 1))

/** The last trading day before `day`. */
export const previousTradingDay = (day: Day): Day => dayOf(sessionFrom(numberOf(day) - 1, -1))

/** `day` if it is a trading day, otherwise the last one before it: an expiry on a holiday moves there. */
export const tradingDayOnOrBefore = (day: Day): Day => dayOf(sessionFrom(numberOf(day), -1))

/** `day` if it is a trading day, otherwise the next one. */
export const tradingDayOnOrAfter = (day: Day): Day => dayOf(sessionFrom(numberOf(day), 1))

/** Number of trading days after `a` and before `b`. */
export function tradingDaysBetween(a: Day, b: Day): number {
  const end = numberOf(b)
  let count = 0
  for (let number = numberOf(a) + 1; number < end; number++) if (isSession(number)) count++
  return count
}

/** Cache of recent lists: the same list is needed for every symbol. */
const recentLists = new LRUCache<string, readonly Day[]>({ max: 4 })

/** The last `count` trading days up to and including `day` (or the one before it), oldest first. */
export function tradingDaysUpTo(day: Day, count: number): readonly Day[] {
  const key = `${day} ${count}`
  const cached = recentLists.get(key)
  if (cached) return cached
  const days: Day[] = []
  for (let number = numberOf(day); days.length < count; number--) {
    number = sessionFrom(number, -1)
    days.push(dayOf(number))
  }
  days.reverse()
  recentLists.set(key, days)
  return days
}

/** The day `n` calendar days after `day`, or before it if `n` is negative. */
export const addDays = (day: Day, n: number): Day => dayOf(numberOf(day) + n)

/** Calendar days from `a` to `b`; negative if `b` is earlier. */
export const daysBetween = (a: Day, b: Day): number => numberOf(b) - numberOf(a)

/** Day of the week, 0 = Sunday to 6 = Saturday. */
export const weekday = (day: Day): number => weekdayOf(numberOf(day))

/** The `n`-th weekday `day` (0 = Sunday) of a month (1 to 12). Standard options expire on the third Friday. */
export const nthWeekday = (year: number, month: number, day: number, n: number): Day =>
  dayOf(nthInMonth(year, month, day, n))

/** Pre-market from 04:00, regular session, after-hours for four hours after the close (20:00 or 17:00), else closed. */
export const marketStateAt = (instant: Date): MarketState => {
  const ms = instant.getTime()
  const number = numberOf(newYorkDay(instant))
  if (!isSession(number)) return 'closed'
  const close = closeHours(number)
  if (ms < instantAt(number, 4) || ms >= instantAt(number, close + 4)) return 'closed'
  if (ms < instantAt(number, 9.5)) return 'pre'
  return ms < instantAt(number, close) ? 'open' : 'after'
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
