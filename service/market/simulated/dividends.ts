/** The dividends a simulated company pays: what its profile says and what its options' forwards leave out. */
import { addDays, nextTradingDay } from '#service/market/calendar.ts'
import type { Day } from '#service/market/market.ts'
import type { Entry } from './entry.ts'
import { nextExDay } from './events.ts'
import type { SymbolSession } from './sessions.ts'

/** Dollars a share, to whoever held it on the day before. */
export type Dividend = { readonly exDate: Day; readonly amount: number }

/** Dollars a share and quarter, whole cents. */
export const quarterlyAmount = (entry: Entry): number =>
  Math.round((entry.dividendYield * entry.price * 100) / 4) / 100

/** The dividends whose ex days have not opened yet at `now` in a session, up to `until`, soonest first. */
export function dividendsUntil(
  seed: number,
  entry: Entry,
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

/** The next one; null where none is paid. */
export function nextDividend(seed: number, entry: Entry, session: SymbolSession, now: Date): Dividend | null {
  return dividendsUntil(seed, entry, session, now, addDays(session.day, 130))[0] ?? null
}
