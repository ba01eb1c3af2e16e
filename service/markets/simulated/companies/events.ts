/**
 * Quarterly earnings and dividends of simulated companies: functions of seed, symbol and date only.
 */
import {
  addDays,
  isTradingDay,
  nextTradingDay,
  tradingDayOnOrAfter,
  tradingDayOnOrBefore,
} from '#service/markets/calendar.ts'
import type { Day, Earnings } from '#service/markets/market.ts'
import { approximateNormal, hashText, mix, toUnitInterval } from '#service/markets/random.ts'
import { sectors, type SimulatedSymbol } from './entry.ts'
import { isInvented } from './symbols.ts'

/** One earnings report. */
export type EarningsEvent = {
  readonly day: Day
  readonly time: Earnings['time']
  /** The first session whose close includes the reported figures. */
  readonly reactionDay: Day
}

/** The company whose share classes these are, by symbol; other symbols are companies of their own. */
const shareClasses: ReadonlyMap<string, string> = new Map([['GOOG', 'GOOGL']])

/** Key of the random numbers of a company: its share classes have the same reports. */
export const companyKey = (seed: number, { symbol }: SimulatedSymbol): number =>
  hashText(shareClasses.get(symbol) ?? symbol, seed)

const pad = (n: number): string => String(n).padStart(2, '0')

/**
 * Months by which the quarters of some companies end after those of the calendar; the others have
 * the calendar's, except for a part of the invented companies.
 */
const quarterShifts: ReadonlyMap<string, number> = new Map(
  [
    'NVDA CRM SNOW HD LOW TGT WMT INTU CSCO DE PANW AMAT BABA',
    'AVGO ORCL ADBE COST MU NKE FDX ACN CCL GME',
  ].flatMap((symbols, index) => symbols.split(' ').map((symbol) => [symbol, index + 1] as const)),
)
/** Share of the other companies whose quarters end one and two months after those of the calendar. */
const shiftedShares = { one: 0.1, two: 0.08 }

function quarterShiftOf(key: number, { symbol }: SimulatedSymbol): number {
  const known = quarterShifts.get(symbol)
  if (known !== undefined || !isInvented(symbol)) return known ?? 0
  const draw = toUnitInterval(mix(key, 15))
  return draw < shiftedShares.one ? 1 : draw < shiftedShares.one + shiftedShares.two ? 2 : 0
}

/**
 * Days from the end of a quarter to the report: two to seven weeks, most in the fourth and fifth.
 * Banks are the first.
 */
function reportOffsetOf(key: number, { sector }: SimulatedSymbol): number {
  const spread = (toUnitInterval(mix(key, 12)) + toUnitInterval(mix(key, 16))) / 2
  return sector === sectors.F ? 13 + Math.floor(spread * 18) : 17 + Math.floor(spread * 28)
}

/** When a company reports: usually the same time of day every quarter. */
function reportTimeOf(key: number): Earnings['time'] {
  const draw = toUnitInterval(mix(key, 11))
  return draw < 0.47 ? 'AfterClose' : draw < 0.93 ? 'BeforeOpen' : 'Unknown'
}

/**
 * The reports of the four quarters that end from January to December of `year`, soonest first; the
 * last one may be in the next year. Empty for funds.
 */
function earningsOf(seed: number, entry: SimulatedSymbol, year: number): EarningsEvent[] {
  if (entry.kind !== 'stock') return []
  const key = companyKey(seed, entry)
  const time = reportTimeOf(key)
  // A company reports on about the same day each quarter.
  const offset = reportOffsetOf(key, entry)
  const shift = quarterShiftOf(key, entry)
  return [1, 4, 7, 10].map((month) => {
    const jitter = Math.round(1.2 * approximateNormal(mix(key, 13), year * 12 + month))
    const day = tradingDayOnOrAfter(addDays(`${year}-${pad(month + shift)}-01`, offset + jitter - 1))
    return { day, time, reactionDay: time === 'BeforeOpen' ? day : nextTradingDay(day) }
  })
}

/** Typical move of the stock after earnings: a standard deviation of the log price. */
export const earningsMove = (entry: SimulatedSymbol): number => 0.018 + 0.11 * entry.idiosyncraticVolatility

/**
 * The reports whose figures are not in the close of `day`, a session that has closed, up to a
 * reaction on `lastDay`; soonest first.
 */
export function reportsAfter(seed: number, entry: SimulatedSymbol, day: Day, lastDay: Day): EarningsEvent[] {
  const reports: EarningsEvent[] = []
  // The last report of a year may be in the next one.
  for (let year = Number(day.slice(0, 4)) - 1; year <= Number(lastDay.slice(0, 4)); year++)
    reports.push(...earningsOf(seed, entry, year))
  return reports.filter(({ reactionDay }) => reactionDay > day && reactionDay <= lastDay)
}

/** Days before a report at which its date is announced: from two to nine weeks, by company. */
const announcementDays = (key: number): number => 14 + Math.floor(toUnitInterval(mix(key, 17)) * 49)

/**
 * Next earnings from `today` on: estimated until the company announces them; and those of this and
 * the previous year before `today`. The time is the usual one of the company, unknown for some. Null
 * for funds, and for a few companies, because real vendors do not know all earnings either.
 */
export function nextEarnings(seed: number, entry: SimulatedSymbol, today: Day): Earnings | null {
  const key = companyKey(seed, entry)
  if (toUnitInterval(mix(key, 14)) < 0.04 && entry.listing !== 'most') return null
  const year = Number(today.slice(0, 4))
  const events = [-1, 0, 1].flatMap((offset) => earningsOf(seed, entry, year + offset))
  const next = events.find((event) => event.day >= today)
  if (!next) return null
  const announced = next.day <= addDays(today, announcementDays(key))
  const past = events.filter((event) => event.day < today).map(({ day, time }) => ({ day, time }))
  return { day: next.day, time: next.time, estimated: !announced, past }
}

/** Next ex-dividend day from `day` on; null for a company that pays none. */
export function nextExDay(seed: number, entry: SimulatedSymbol, day: Day): Day | null {
  if (entry.dividendYield === 0) return null
  const key = hashText(entry.symbol, seed)
  const phase = mix(key, 21) % 3
  const date = 4 + (mix(key, 22) % 24)
  for (let month = Number(day.slice(5, 7)), year = Number(day.slice(0, 4)), i = 0; i < 5; i++) {
    if (month % 3 === phase) {
      const scheduledDay: Day = `${year}-${pad(month)}-${pad(date)}`
      const exDay = isTradingDay(scheduledDay) ? scheduledDay : tradingDayOnOrBefore(scheduledDay)
      if (exDay >= day) return exDay
    }
    month = month === 12 ? 1 : month + 1
    if (month === 1) year++
  }
  return null
}
