/** Listed options of the simulated exchange: expiries and strike grids as on US exchanges. */
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

/**
 * The standard expiry of a month: its third Friday, or the session before. `month` counts months
 * since year 0.
 */
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
  const currentMonth = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  // Later months follow the symbol's quarterly cycle; the Januaries within `leapsMonths` are listed too.
  const cycle = hashText(entry.symbol) % 3
  const nearMonths = listing === 'most' ? 5 : listing === 'weekly' ? 3 : 2
  const cycleMonths = listing === 'most' ? 15 : listing === 'weekly' ? 10 : listing === 'monthly' ? 8 : 5
  const leapsMonths = listing === 'most' ? 28 : listing === 'weekly' ? 26 : listing === 'monthly' ? 14 : 0
  for (let monthsAhead = 0; monthsAhead <= Math.max(cycleMonths, leapsMonths); monthsAhead++) {
    const month = currentMonth + monthsAhead
    const isJanuary = month % 12 === 0
    const isQuarterly = listing === 'most' ? (month + 1) % 3 === 0 : month % 3 === cycle
    if (
      listing === 'few'
        ? monthsAhead === 1 || (isQuarterly && monthsAhead <= cycleMonths)
        : monthsAhead < nearMonths || (isQuarterly && monthsAhead <= cycleMonths)
    ) {
      add(standardExpiry(month), monthsAhead >= 10 ? 'leaps' : 'monthly')
    } else if ((isJanuary || (listing === 'most' && month % 12 === 5)) && monthsAhead <= leapsMonths) {
      add(standardExpiry(month), monthsAhead >= 10 ? 'leaps' : 'monthly')
    }
  }
  if (listing === 'most' || listing === 'weekly') {
    for (let daysAhead = 0; daysAhead <= 49; daysAhead++) {
      const day = addDays(today, daysAhead)
      const weekdayNumber = weekday(day)
      const isDailyExpiry =
        daysAhead <= 14 &&
        listing === 'most' &&
        (dailyExpirySymbols.has(entry.symbol)
          ? weekdayNumber >= 1 && weekdayNumber <= 4
          : weekdayNumber === 1 || weekdayNumber === 3)
      if (weekdayNumber === 5) add(tradingDayOnOrBefore(day), 'weekly')
      else if (isDailyExpiry && tradingDayOnOrBefore(day) === day) add(day, 'weekly')
    }
  }
  return [...expiries.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Distance of adjacent strikes, dollars. `isNear`: a weekly expiry within 60 days. */
function strikeStep(price: number, listing: SimulatedSymbol['listing'], isNear: boolean): number {
  const isFine = listing === 'most' || listing === 'weekly'
  if (price < 5) return 0.5
  if (price < 12) return isFine ? 0.5 : 1
  if (price < 25) return isFine ? 0.5 : isNear ? 1 : 2.5
  if (price < 75) return isFine && isNear ? 0.5 : isFine ? 1 : 2.5
  if (price < 200) return isFine && isNear ? 1 : isFine ? 2.5 : 5
  if (price < 500) return isFine && isNear ? 2.5 : isFine ? 5 : 10
  if (price < 1500) return isFine && isNear ? 5 : 10
  return isFine ? 10 : 50
}

/**
 * Strikes of one expiry around the previous close, sorted: a fine grid near the money, and coarser
 * grids outside. The range grows with volatility and time to expiry.
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
    hasDailyExpiries && days < 60
      ? 1
      : strikeStep(close, entry.listing, days < 60 && expiry.kind === 'weekly')
  if (entry.listing === 'few') {
    const middle = Math.round(close / step)
    const reach = 1 + (hashText(`${entry.symbol}${expiry.day}`) % 4)
    const strikes: number[] = []
    for (let k = middle - reach; k <= middle + reach; k++) if (k > 0) strikes.push(k * step)
    return strikes
  }
  const innerRange = Math.max(1.1 * deviation, (6 * step) / close)
  const outerRange = Math.max(innerRange, Math.min(1.6, 3.1 * deviation + 0.04))
  const strikes: number[] = []
  const lowest = Math.max(1, Math.ceil((close * Math.exp(-outerRange)) / step))
  const highest = Math.floor((close * Math.exp(outerRange)) / step)
  for (let k = lowest; k <= highest; k++) {
    const strike = k * step
    const distance = Math.abs(Math.log(strike / close))
    // Outside the inner range every second strike, outside twice that range every fourth.
    if (distance <= innerRange || (distance <= 2 * innerRange ? k % 2 === 0 : k % 4 === 0))
      strikes.push(Math.round(strike * 1000) / 1000)
  }
  return strikes
}
