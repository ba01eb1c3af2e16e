import { nextTradingDay } from '#service/market/calendar.ts'
import { noDividends, type Day, type Dividends, type Profile } from '#service/market/market.ts'
import type { Entry } from './entry.ts'
import { nextExDay } from './events.ts'
import type { SymbolSession } from './sessions.ts'

/** A year of them. */
const dividendsAhead = 4

/** Quarterly dividends of `amount` dollars that go ex after `day`: the simulated companies declare a year of them. */
function dividendsOf(seed: number, entry: Entry, day: Day, amount: number): Dividends {
  const declared: { exDate: Day; amount: number }[] = []
  let exDate: Day | null = amount > 0 ? day : null
  while (exDate !== null && declared.length < dividendsAhead) {
    exDate = nextExDay(seed, entry, nextTradingDay(exDate))
    if (exDate !== null) declared.push({ exDate, amount })
  }
  const last = declared.at(-1)
  return last ? { declared, knownThrough: last.exDate } : noDividends
}

/** The profile of a simulated symbol, by its last close: dividends are quarterly and whole cents. */
export function profileOf(seed: number, entry: Entry, { bars, day }: SymbolSession): Profile {
  const close = bars.close.at(-1) as number
  const amount = Math.round((entry.dividendYield * entry.price * 100) / 4) / 100
  return {
    symbol: entry.symbol,
    companyName: entry.name,
    sector: entry.sector,
    exchange: entry.exchange,
    region: 'US',
    marketCap: entry.shares === null ? null : Math.round(entry.shares * 1e6 * close),
    eps:
      entry.earningsMultiple === null ? null : Math.round((entry.price / entry.earningsMultiple) * 100) / 100,
    dividendYield: Math.round(((4 * amount) / close) * 10_000) / 10_000,
    dividends: dividendsOf(seed, entry, day, amount),
    kind: entry.kind,
  }
}
