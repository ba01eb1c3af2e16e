/** Dividends of simulated companies, for their profiles and for the forwards of their options. */
import { addDays, nextTradingDay } from '#service/markets/calendar.ts'
import { noDividends, type Day, type Dividend, type Dividends } from '#service/markets/market.ts'
import type { SimulatedSymbol } from './entry.ts'
import { nextExDay } from './events.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'

/** Dividend per share and quarter, dollars, in whole cents. */
export const quarterlyAmount = (entry: SimulatedSymbol): number =>
  Math.round((entry.dividendYield * entry.price * 100) / 4) / 100

/**
 * The dividends with ex days up to `until` whose sessions have not opened at `now`, soonest first.
 */
export function dividendsUntil(
  seed: number,
  entry: SimulatedSymbol,
  { day, running }: SymbolSession,
  now: Date,
  until: Day,
): Dividend[] {
  const amount = quarterlyAmount(entry)
  const dividends: Dividend[] = []
  if (amount === 0) return dividends
  const next = nextTradingDay(day)
  let from = now.getTime() < running.open ? next : nextTradingDay(next)
  for (;;) {
    const exDate = nextExDay(seed, entry, from)
    if (exDate === null || exDate > until) return dividends
    dividends.push({ exDate, amount })
    from = addDays(exDate, 1)
  }
}

/** Number of calendar days for which a simulated company declares its dividends in advance. */
const declaredDays = 365

/** The dividends that a company has declared for a year ahead; `noDividends` if it pays none. */
export function declaredDividends(
  seed: number,
  entry: SimulatedSymbol,
  session: SymbolSession,
  now: Date,
): Dividends {
  if (quarterlyAmount(entry) === 0) return noDividends
  const knownThrough = addDays(session.day, declaredDays)
  return { declared: dividendsUntil(seed, entry, session, now, knownThrough), knownThrough }
}
