import type { Profile } from '#service/markets/market.ts'
import type { SimulatedSymbol } from './entry.ts'
import { declaredDividends, quarterlyAmount } from './dividends.ts'
import type { SymbolSession } from '#service/markets/simulated/sessions.ts'

/** The profile of a simulated symbol at its last close. Dividends are quarterly, in whole cents. */
export function profileOf(seed: number, entry: SimulatedSymbol, session: SymbolSession, now: Date): Profile {
  const { bars } = session
  const close = bars.close.at(-1) as number
  return {
    symbol: entry.symbol,
    companyName: entry.name,
    sector: entry.sector,
    exchange: entry.exchange,
    region: 'US',
    marketCap: entry.sharesOutstanding === null ? null : Math.round(entry.sharesOutstanding * 1e6 * close),
    eps:
      entry.earningsMultiple === null ? null : Math.round((entry.price / entry.earningsMultiple) * 100) / 100,
    dividendYield: Math.round(((4 * quarterlyAmount(entry)) / close) * 10_000) / 10_000,
    dividends: declaredDividends(seed, entry, session, now),
    kind: entry.kind,
  }
}
