/**
 * Open interest of the simulated market. As on exchanges it is published once, before a trading day: it depends on the
 * close before the day and not on the current price.
 */
import { daysBetween, newYorkDay, previousTradingDay } from '#service/markets/calendar.ts'
import type { Contract } from '#service/markets/market.ts'
import { hashText, mix, toUnitInterval } from '#service/markets/random.ts'
import type { Listing, SimulatedSymbol } from '#service/markets/simulated/companies/entry.ts'
import { longRunVarianceOf } from '#service/markets/simulated/companies/funds.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'
import type { ListedExpiry } from './listing.ts'

/** Open interest relative to that of the listing `most`. */
const interestByListing: Readonly<Record<Listing, number>> = {
  most: 1,
  weekly: 0.7,
  monthly: 0.3,
  few: 0.06,
  none: 0,
}

/** Relative open interest of an expiry: high for monthlies, low for short-lived weeklies. */
function relativeInterest(expiry: ListedExpiry, days: number): number {
  if (expiry.kind === 'leaps') return 0.45
  return expiry.kind === 'monthly' ? 1.1 / (1 + days / 150) : 0.32 / (1 + days / 25)
}

/** Returns the last trading day before the calendar day in New York, and its close. */
function dayBefore({ session: { day, running }, now }: { session: SymbolSession; now: Date }) {
  // After the close the session's day is today.
  return day === newYorkDay(now)
    ? { day: previousTradingDay(day), close: running.closeBeforePrevious }
    : { day, close: running.previousClose }
}

/** Returns a function that returns the open interest of a contract, in contracts. */
export function createOpenInterest(
  seed: number,
  entry: SimulatedSymbol,
  state: { readonly session: SymbolSession; readonly now: Date },
): (expiry: ListedExpiry, contract: Pick<Contract, 'id' | 'right' | 'strike'>) => number {
  const { day, close } = dayBefore(state)
  const baseInterest = entry.averageVolume * 420 * interestByListing[entry.listing]
  const variance = longRunVarianceOf(entry)
  return (expiry, { id, right, strike }) => {
    const days = Math.max(0, daysBetween(day, expiry.day))
    const distance = Math.abs(Math.log(strike / close)) / Math.sqrt((variance * Math.max(1, days)) / 365)
    const isOutOfTheMoney = (right === 'call') === strike > close
    const roundStrikeFactor = strike % 50 === 0 ? 2.2 : strike % 10 === 0 ? 1.6 : strike % 5 === 0 ? 1.2 : 0.7
    return Math.floor(
      baseInterest *
        relativeInterest(expiry, days) *
        roundStrikeFactor *
        Math.exp(-((distance - (isOutOfTheMoney ? 0.6 : 0)) ** 2) / (isOutOfTheMoney ? 2.4 : 0.7)) *
        (0.25 + 1.5 * toUnitInterval(mix(hashText(id, seed), 1))),
    )
  }
}
