/** Listed options of the simulated exchange: expiries and strike grids as US exchanges set them. */
import { daysPerYear } from '#contract/responses/conventions.ts'
import {
  addDays,
  daysBetween,
  expiryInstant,
  newYorkDay,
  nthWeekday,
  tradingDayOnOrBefore,
  weekday,
} from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { hashText } from '#service/markets/random.ts'
import type { SimulatedSymbol } from '#service/markets/simulated/companies/entry.ts'

export type ListedExpiry = { readonly day: Day; readonly kind: 'monthly' | 'weekly' | 'leaps' }

/** Funds with an expiry on every day of the week. */
const dailyExpirySymbols = new Set(['SPY', 'QQQ', 'IWM'])

/** The standard expiry of a month counted from year 0: its third Friday, or the session before it. */
function standardExpiry(month: number): Day {
  const year = Math.floor(month / 12)
  return tradingDayOnOrBefore(nthWeekday(year, (month % 12) + 1, 5, 3))
}

/** Expiries after `now`, sorted. */
export function listExpiries(entry: SimulatedSymbol, now: Date): ListedExpiry[] {
  const { listing } = entry
  if (listing === 'none') return []
  const today = newYorkDay(now)
  const expiries = new Map<Day, ListedExpiry>()
  const add = (day: Day, kind: ListedExpiry['kind']) => {
    if (expiryInstant(day) > now && !(kind === 'weekly' && expiries.has(day)))
      expiries.set(day, { day, kind })
  }
  const thisMonth = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  // Months beyond the near ones follow the symbol's quarterly cycle; all symbols list January.
  const cycle = hashText(entry.symbol) % 3
  const nearMonths = listing === 'most' ? 5 : listing === 'weekly' ? 3 : 2
  const cycleMonths = listing === 'most' ? 15 : listing === 'weekly' ? 10 : listing === 'monthly' ? 8 : 5
  const leapsMonths = listing === 'most' ? 28 : listing === 'weekly' ? 26 : listing === 'monthly' ? 14 : 0
  for (let ahead = 0; ahead <= Math.max(cycleMonths, leapsMonths); ahead++) {
    const month = thisMonth + ahead
    const isJanuary = month % 12 === 0
    const isQuarterly = listing === 'most' ? (month + 1) % 3 === 0 : month % 3 === cycle
    if (
      listing === 'few'
        ? ahead === 1 || (isQuarterly && ahead <= cycleMonths)
        : ahead < nearMonths || (isQuarterly && ahead <= cycleMonths)
    ) {
      add(standardExpiry(month), ahead >= 10 ? 'leaps' : 'monthly')
    } else if ((isJanuary || (listing === 'most' && month % 12 === 5)) && ahead <= leapsMonths) {
      add(standardExpiry(month), ahead >= 10 ? 'leaps' : 'monthly')
    }
  }
  if (listing === 'most' || listing === 'weekly') {
    for (let ahead = 0; ahead <= 49; ahead++) {
      const day = addDays(today, ahead)
      const weekdayNumber = weekday(day)
      const hasDailyExpiry =
        ahead <= 14 &&
        listing === 'most' &&
        (dailyExpirySymbols.has(entry.symbol)
          ? weekdayNumber >= 1 && weekdayNumber <= 4
          : weekdayNumber === 1 || weekdayNumber === 3)
      if (weekdayNumber === 5) add(tradingDayOnOrBefore(day), 'weekly')
      else if (hasDailyExpiry && tradingDayOnOrBefore(day) === day) add(day, 'weekly')
    }
  }
  return [...expiries.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

function stepOf(price: number, listing: SimulatedSymbol['listing'], near: boolean): number {
  const fine = listing === 'most' || listing === 'weekly'
  if (price < 5) return 0.5
  if (price < 12) return fine ? 0.5 : 1
  if (price < 25) return fine ? 0.5 : near ? 1 : 2.5
  if (price < 75) return fine && near ? 0.5 : fine ? 1 : 2.5
  if (price < 200) return fine && near ? 1 : fine ? 2.5 : 5
  if (price < 500) return fine && near ? 2.5 : fine ? 5 : 10
  if (price < 1500) return fine && near ? 5 : 10
  return fine ? 10 : 50
}

/**
 * Strikes of one expiry around yesterday's close, sorted: fine near the money, twice as coarse outside. The range
 * grows with volatility and time to expiry.
 */
export function listStrikes(
  entry: SimulatedSymbol,
  close: number,
  today: Day,
  expiry: ListedExpiry,
): number[] {
  const days = Math.max(1, daysBetween(today, expiry.day))
  const volatility = Math.hypot(entry.idiosyncraticVolatility, entry.beta * 0.15)
  const deviation = volatility * Math.sqrt(days / daysPerYear)
  const hasDailyExpiries = dailyExpirySymbols.has(entry.symbol)
  const step =
    hasDailyExpiries && days < 60 ? 1 : stepOf(close, entry.listing, days < 60 && expiry.kind === 'weekly')
  if (entry.listing === 'few') {
    const middle = Math.round(close / step)
    const reach = 1 + (hashText(`${entry.symbol}${expiry.day}`) % 4)
    const strikes: number[] = []
    for (let k = middle - reach; k <= middle + reach; k++) if (k > 0) strikes.push(k * step)
    return strikes
  }
  const inner = Math.max(1.1 * deviation, (6 * step) / close)
  const outer = Math.max(inner, Math.min(1.6, 3.1 * deviation + 0.04))
  const strikes: number[] = []
  const lowest = Math.max(1, Math.ceil((close * Math.exp(-outer)) / step))
  const highest = Math.floor((close * Math.exp(outer)) / step)
  for (let k = lowest; k <= highest; k++) {
    const strike = k * step
    const distance = Math.abs(Math.log(strike / close))
    // Outside the core every second strike, far outside every fourth.
    if (distance <= inner || (distance <= 2 * inner ? k % 2 === 0 : k % 4 === 0))
      strikes.push(Math.round(strike * 1000) / 1000)
  }
  return strikes
}
