/** Reads what the resolutions of an underlying need from the market. */
import type { Day, Market } from '#service/markets/market.ts'
import type { SymbolHistory } from './resolve.ts'

/** Dividends that the market has declared for an underlying. Rejects if the source fails. */
export async function declaredDividends(market: Pick<Market, 'profile'>, symbol: string) {
  const profile = await market.profile(symbol)
  return (profile?.dividends.declared ?? []).map(({ exDate, amount }) => ({ symbol, exDate, amount }))
}

/** Bars and splits of an underlying. Rejects if the source fails. */
export async function readSymbolHistory(
  market: Pick<Market, 'bars' | 'splits'>,
  symbol: string,
  night: Day,
): Promise<Omit<SymbolHistory, 'dividends'>> {
  const [bars, splits = []] = await Promise.all([market.bars(symbol), market.splits?.(symbol)])
  return { night, bars, splits }
}
