/** What the market says about one symbol at one moment: the look-ups Why and How are made of it. */
import type { Quote } from '#contract/feed.ts'
import type { DataStatus } from '#contract/resources.ts'
import type { Bars, Chain, Day, Earnings, Market, Profile, VolatilityPoint } from '#service/market/market.ts'
import { noBars } from '#service/market/no-bars.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import { dataStatusOf } from './data-status.ts'

export type SymbolFacts = {
  readonly profile: Profile
  readonly bars: Bars
  /** `undefined` where the symbol has no listed options. */
  readonly chain: Chain | undefined
  /** `undefined` where nothing has traded. */
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
  /** The source's own history, or what the nightly scans have measured where it has none. */
  readonly volatilities: readonly VolatilityPoint[]
  readonly dataStatus: DataStatus
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly today: Day
}

/** The facts of a symbol; `undefined` where the market does not know it. Rejects where market or store fails. */
export async function readSymbolFacts(
  market: Market,
  batches: BatchRepository,
  symbol: string,
): Promise<SymbolFacts | undefined> {
  const profile = await market.profile(symbol)
  if (!profile) return undefined
  const [bars, chain, quote, earnings, history] = await Promise.all([
    market.bars(symbol),
    market.chain(symbol),
    market.quote(symbol),
    market.earnings(symbol),
    market.volatilityHistory(symbol),
  ])
  const volatilities = history.length > 0 ? history : await batches.volatilities(symbol)
  return {
    profile,
    bars: bars ?? noBars,
    chain: chain && chain.contracts.length > 0 ? chain : undefined,
    quote,
    earnings,
    volatilities,
    dataStatus: dataStatusOf(market),
    riskFreeRate: market.riskFreeRate(),
    today: market.today(),
  }
}
