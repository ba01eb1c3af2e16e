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
import type { SimulatedSymbol } from './entry.ts'

/** One earnings report. */
export type EarningsEvent = {
  readonly day: Day
  readonly time: Earnings['time']
  /** The first session whose close includes the reported figures. */
  readonly reactionDay: Day
}

const pad = (n: number): string => String(n).padStart(2, '0')

/** The four earnings reports of `year`; empty for funds. */
export function earningsOf(seed: number, entry: SimulatedSymbol, year: number): EarningsEvent[] {
  if (entry.kind !== 'stock') return []
  const key = hashText(entry.symbol, seed)
  const timeDraw = toUnitInterval(mix(key, 11))
  const time = timeDraw < 0.45 ? 'AfterClose' : timeDraw < 0.92 ? 'BeforeOpen' : 'Unknown'
  // A company reports two to seven weeks after the end of the quarter, on about the same day each quarter.
  const typicalOffset = 13 + Math.floor(toUnitInterval(mix(key, 12)) * 32)
  return [1, 4, 7, 10].map((month) => {
    const jitter = Math.round(1.2 * approximateNormal(mix(key, 13), year * 12 + month))
    const day = tradingDayOnOrAfter(addDays(`${year}-${pad(month)}-01`, typicalOffset + jitter))
    return { day, time, reactionDay: time === 'BeforeOpen' ? day : nextTradingDay(day) }
  })
}

/** Typical move of the stock after earnings: a standard deviation of the log price. */
export const earningsMove = (entry: SimulatedSymbol): number => 0.018 + 0.11 * entry.idiosyncraticVolatility

/** The next report whose figures are not in the close of `day`, a session that has closed. */
export function nextReport(seed: number, entry: SimulatedSymbol, day: Day): EarningsEvent | undefined {
  const year = Number(day.slice(0, 4))
  for (const event of earningsOf(seed, entry, year)) if (event.reactionDay > day) return event
  return earningsOf(seed, entry, year + 1)[0]
}

/**
 * Next earnings from `today` on: announced six weeks ahead, estimated before that; and those of this
 * and the previous year before `today`. Null for funds, and for a few companies, because real vendors do not know all earnings either.
 */
export function nextEarnings(seed: number, entry: SimulatedSymbol, today: Day): Earnings | null {
  if (toUnitInterval(mix(hashText(entry.symbol, seed), 14)) < 0.04 && entry.listing !== 'most') return null
  const year = Number(today.slice(0, 4))
  const events = [-1, 0, 1].flatMap((offset) => earningsOf(seed, entry, year + offset))
  const next = events.find((event) => event.day >= today)
  if (!next) return null
  const announced = next.day <= addDays(today, 42)
  const past = events.filter((event) => event.day < today).map(({ day, time }) => ({ day, time }))
  return { day: next.day, time: announced ? next.time : 'Unknown', estimated: !announced, past }
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
