/** The simulated companies' calendars: quarterly earnings and dividends, functions of only seed, symbol and date. */
import {
  addDays,
  isTradingDay,
  nextTradingDay,
  tradingDayOnOrAfter,
  tradingDayOnOrBefore,
} from '#service/markets/calendar.ts'
import type { Day, Earnings } from '#service/markets/market.ts'
import { bell, hashText, mix, unit } from '#service/markets/random.ts'
import type { SimulatedSymbol } from './entry.ts'

export type EarningsEvent = {
  readonly day: Day
  readonly time: Earnings['time']
  /** The first session whose close includes the figures. */
  readonly reaction: Day
}

const pad = (n: number): string => String(n).padStart(2, '0')

/** Earnings days of the four quarters whose reports fall in `year`; empty for funds. */
export function earningsOf(seed: number, entry: SimulatedSymbol, year: number): EarningsEvent[] {
  if (entry.kind !== 'stock') return []
  const key = hashText(entry.symbol, seed)
  const habit = unit(mix(key, 11))
  const time = habit < 0.45 ? 'AfterClose' : habit < 0.92 ? 'BeforeOpen' : 'Unknown'
  // Companies report two to seven weeks after the quarter's end, always on about the same day.
  const typicalOffset = 13 + Math.floor(unit(mix(key, 12)) * 32)
  return [1, 4, 7, 10].map((month) => {
    const jitter = Math.round(1.2 * bell(mix(key, 13), year * 12 + month))
    const day = tradingDayOnOrAfter(addDays(`${year}-${pad(month)}-01`, typicalOffset + jitter))
    return { day, time, reaction: time === 'BeforeOpen' ? day : nextTradingDay(day) }
  })
}

/** Typical move of the stock on its earnings, as a standard deviation of the logarithm. */
export const earningsMove = (entry: SimulatedSymbol): number => 0.018 + 0.11 * entry.idiosyncraticVolatility

/** The next report whose figures are not priced in on `day`, a closed session. */
export function nextReport(seed: number, entry: SimulatedSymbol, day: Day): EarningsEvent | undefined {
  const year = Number(day.slice(0, 4))
  for (const event of earningsOf(seed, entry, year)) if (event.reaction > day) return event
  return earningsOf(seed, entry, year + 1)[0]
}

/**
 * Next earnings from `today` on: announced about six weeks ahead, estimated before that. Null for a few companies,
 * because real vendors do not know all of them either.
 */
export function nextEarnings(seed: number, entry: SimulatedSymbol, today: Day): Earnings | null {
  if (unit(mix(hashText(entry.symbol, seed), 14)) < 0.04 && entry.listing !== 'most') return null
  const year = Number(today.slice(0, 4))
  const events = [...earningsOf(seed, entry, year), ...earningsOf(seed, entry, year + 1)]
  const next = events.find((event) => event.day >= today)
  if (!next) return null
  const announced = next.day <= addDays(today, 42)
  return { day: next.day, time: announced ? next.time : 'Unknown', estimated: !announced }
}

/** Next ex-dividend day from `day` on; null for a company that pays none. */
export function nextExDay(seed: number, entry: SimulatedSymbol, day: Day): Day | null {
  if (entry.dividendYield === 0) return null
  const key = hashText(entry.symbol, seed)
  const phase = mix(key, 21) % 3
  const date = 4 + (mix(key, 22) % 24)
  for (let month = Number(day.slice(5, 7)), year = Number(day.slice(0, 4)), i = 0; i < 5; i++) {
    if (month % 3 === phase) {
      const nominal: Day = `${year}-${pad(month)}-${pad(date)}`
      const exDay = isTradingDay(nominal) ? nominal : tradingDayOnOrBefore(nominal)
      if (exDay >= day) return exDay
    }
    month = month === 12 ? 1 : month + 1
    if (month === 1) year++
  }
  return null
}
