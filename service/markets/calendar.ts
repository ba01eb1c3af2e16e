/**
 * The New York exchange calendar: sessions, holidays, early closes and the way from exchange days to instants.
 *
 * Rule-based for the years 1998 to 2035 (NYSE Rule 7.2 and the exchange's yearly notices), with the unscheduled
 * closures of the past listed one by one. Web-standard only. New York's offset comes from the US daylight-saving
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
const at = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / dayMs

/** The n-th such weekday of a month, e.g. the third Monday. */
function nth(year: number, month: number, weekday: number, n: number): number {
  const first = at(year, month, 1)
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1)
}

function last(year: number, month: number, weekday: number): number {
  const end = at(year, month + 1, 0)
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
  return at(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** A holiday on Saturday is kept on Friday, one on Sunday on Monday. */
function observed(number: number): number {
  const weekday = weekdayOf(number)
  return weekday === 6 ? number - 1 : weekday === 0 ? number + 1 : number
}

/** Closures no rule foretells: attacks of 2001, mourning of presidents (2004, 2007, 2018, 2025), hurricane Sandy. */
const unscheduled = [
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
const unscheduledEarly = ['2003-12-26']

type Year = { readonly closed: ReadonlySet<number>; readonly early: ReadonlySet<number> }

function makeYear(year: number): Year {
  const closed = new Set<number>([
    nth(year, 1, 1, 3), // Martin Luther King Jr., since 1998
    nth(year, 2, 1, 3), // Washington's Birthday
    easter(year) - 2, // Good Friday
    last(year, 5, 1), // Memorial Day
    observed(at(year, 7, 4)),
    nth(year, 9, 1, 1), // Labor Day
    nth(year, 11, 4, 4), // Thanksgiving
    observed(at(year, 12, 25)),
  ])
  // New Year's Day on a Saturday is not observed on Friday: it would fall into the old year.
  const newYear = at(year, 1, 1)
  if (weekdayOf(newYear) !== 6) closed.add(observed(newYear))
  if (year >= 2022) closed.add(observed(at(year, 6, 19)))
  const prefix = `${year}-`
  for (const day of unscheduled) if (day.startsWith(prefix)) closed.add(numberOf(day))

  const early = new Set<number>([nth(year, 11, 4, 4) + 1])
  const addEarly = (number: number) => {
    const weekday = weekdayOf(number)
    if (weekday > 0 && weekday < 6 && !closed.has(number)) early.add(number)
  }
  addEarly(at(year, 12, 24))
  // With the Fourth on a Thursday, Friday the 5th closed early until 2012 and the 3rd since.
  const fourth = at(year, 7, 4)
  if (weekdayOf(fourth) === 4 && year < 2013) addEarly(fourth + 1)
  else if (weekdayOf(fourth) >= 2 && weekdayOf(fourth) <= 5) addEarly(fourth - 1)
  for (const day of unscheduledEarly) if (day.startsWith(prefix)) early.add(numberOf(day))
  return { closed, early }
}

const years = new Map<number, Year>()
function yearOf(number: number): Year {
  const year = new Date(number * dayMs).getUTCFullYear()
  let known = years.get(year)
  if (!known) years.set(year, (known = makeYear(year)))
  return known
}

function isSession(number: number): boolean {
  const weekday = weekdayOf(number)
  return weekday !== 0 && weekday !== 6 && !yearOf(number).closed.has(number)
}

function sessionFrom(number: number, step: 1 | -1): number {
  while (!isSession(number)) number += step
  return number
}

/** Clock changes of a year, in UTC milliseconds: 02:00 standard time and 02:00 daylight time. */
const changes = new Map<number, readonly [number, number]>()
function changesOf(year: number): readonly [number, number] {
  let known = changes.get(year)
  if (!known) {
    const starts = year >= 2007 ? nth(year, 3, 0, 2) : nth(year, 4, 0, 1)
    const ends = year >= 2007 ? nth(year, 11, 0, 1) : last(year, 10, 0)
    changes.set(year, (known = [starts * dayMs + 7 * hourMs, ends * dayMs + 6 * hourMs]))
  }
  return known
}

/** Hours New York is behind UTC at an instant: 4 or 5. */
function behind(ms: number): number {
  // The changes are months away from New Year, so the UTC year decides.
  const [starts, ends] = changesOf(new Date(ms).getUTCFullYear())
  return ms >= starts && ms < ends ? 4 : 5
}

/** New York wall-clock time of a day as an instant. Exchange times are far from the hour that changes. */
function instantAt(number: number, hours: number): number {
  const standard = number * dayMs + (hours + 5) * hourMs
  return behind(standard) === 4 ? standard - hourMs : standard
}

const closeHours = (number: number): number => (yearOf(number).early.has(number) ? 13 : 16)

/** The calendar day it is in New York at an instant. */
export const newYorkDay = (instant: Date): Day => {
  const ms = instant.getTime()
  return dayOf(Math.floor((ms - behind(ms) * hourMs) / dayMs))
}

/** When the regular session of a trading day opens: 09:30 New York. */
export const sessionOpen = (day: Day): Date => new Date(instantAt(numberOf(day), 9.5))

/** When the regular session of a trading day closes: 16:00 New York, 13:00 on early closes. */
export const sessionClose = (day: Day): Date => {
  const number = numberOf(day)
  return new Date(instantAt(number, closeHours(number)))
}

/** The moment options of that expiry stop living: 16:00 New York, early closes included. */
export const expiryInstant = (day: Day): Date => new Date(instantAt(numberOf(day), 16))

/** Whether the exchange holds a session that day. */
export const isTradingDay = (day: Day): boolean => isSession(numberOf(day))

/** Whether that day's session ends at 13:00. */
export const isEarlyClose = (day: Day): boolean => {
  const number = numberOf(day)
  return isSession(number) && yearOf(number).early.has(number)
}

/** The first trading day after `day`. */
export const nextTradingDay = (day: Day): Day => dayOf(sessionFrom(numberOf(day) + 1, 1))

/** The last trading day before `day`. */
export const previousTradingDay = (day: Day): Day => dayOf(sessionFrom(numberOf(day) - 1, -1))

/** `day` itself where it is a trading day, else the last one before it: where an expiry on a holiday moves. */
export const tradingDayOnOrBefore = (day: Day): Day => dayOf(sessionFrom(numberOf(day), -1))

/** `day` itself where it is a trading day, else the next one. */
export const tradingDayOnOrAfter = (day: Day): Day => dayOf(sessionFrom(numberOf(day), 1))

/** How many trading days lie after `a` and before `b`; 0 where none does. */
export function tradingDaysBetween(a: Day, b: Day): number {
  const end = numberOf(b)
  let count = 0
  for (let number = numberOf(a) + 1; number < end; number++) if (isSession(number)) count++
  return count
}

/** Recent lists: the same one is needed once per symbol. */
const lately = new LRUCache<string, readonly Day[]>({ max: 4 })

/** The last `count` trading days up to and including `day` (or the one before it), oldest first. */
export function tradingDaysUpTo(day: Day, count: number): readonly Day[] {
  const key = `${day} ${count}`
  const known = lately.get(key)
  if (known) return known
  const days: Day[] = []
  for (let number = numberOf(day); days.length < count; number--) {
    number = sessionFrom(number, -1)
    days.push(dayOf(number))
  }
  days.reverse()
  lately.set(key, days)
  return days
}

/** Calendar days later (or, negative, earlier). */
export const addDays = (day: Day, n: number): Day => dayOf(numberOf(day) + n)

/** Calendar days from `a` to `b`; negative where `b` is earlier. */
export const daysBetween = (a: Day, b: Day): number => numberOf(b) - numberOf(a)

/** Day of the week, 0 = Sunday to 6 = Saturday. */
export const weekday = (day: Day): number => weekdayOf(numberOf(day))

/** The `n`-th such weekday (0 = Sunday) of a month (1 to 12): standard option expiry is the third Friday. */
export const nthWeekday = (year: number, month: number, day: number, n: number): Day =>
  dayOf(nth(year, month, day, n))

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

/** The latest session that has begun. */
export const latestSession = (instant: Date): Day => {
  const day = newYorkDay(instant)
  return isTradingDay(day) && instant >= sessionOpen(day) ? day : previousTradingDay(day)
}

/** The latest session that has ended: the last one with a whole daily bar. */
export const latestClosedSession = (instant: Date): Day => {
  const day = newYorkDay(instant)
  return isTradingDay(day) && instant >= sessionClose(day) ? day : previousTradingDay(day)
}
