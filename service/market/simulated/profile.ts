import { nextTradingDay } from '#service/market/calendar.ts'
import type { Profile } from '#service/market/market.ts'
import type { Entry } from './entry.ts'
import { nextExDay } from './events.ts'
import type { SymbolSession } from './sessions.ts'

/** The profile of a simulated symbol, by its last close: dividends are quarterly and whole cents. */
export function profileOf(seed: number, entry: Entry, { bars, day }: SymbolSession): Profile {
  const close = bars.close.at(-1) as number
  const amount = Math.round((entry.dividendYield * entry.price * 100) / 4) / 100
  const exDate = amount > 0 ? nextExDay(seed, entry, nextTradingDay(day)) : null
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
    dividend: exDate === null ? null : { exDate, amount },
    kind: entry.kind,
  }
}
