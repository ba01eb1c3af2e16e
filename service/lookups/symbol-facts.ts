/** The market's data about one symbol at one time: input of the look-ups Why and How. */
import type { Quote } from '#contract/feed.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import { validateBars, type ValidatedBars } from '#service/analysis/bars/validate-bars.ts'
import { config } from '#service/analysis/config.ts'
import { expiriesFor, type PricedExpiry } from '#service/analysis/surface.ts'
import { latestClosedSession, newYorkDay } from '#service/markets/calendar.ts'
import type { Chain, Day, Earnings, Market, Profile, VolatilityPoint } from '#service/markets/market.ts'
import type { BatchRepository } from '#service/store/batches.ts'
import { dataStatusOf, partsOf } from './data-status.ts'

export type SymbolFacts = {
  readonly profile: Profile
  /** Validated against the market's clock, the chain and the quote; empty if unusable. */
  readonly bars: ValidatedBars
  /** `undefined` if the symbol has no listed options, or if they are not known; `dataStatus` has the reason. */
  readonly chain: Chain | undefined
  /** The analysed chain, computed once for all look-ups of the symbol. */
  readonly expiries: readonly PricedExpiry[]
  /** `undefined` if there was no trade. */
  readonly quote: Quote | undefined
  readonly earnings: Earnings | null
  /**
   * The volatility history of the source, or, if it has none, the volatilities of the nightly
   * scans.
   */
  readonly volatilities: readonly VolatilityPoint[]
  readonly dataStatus: DataStatus
  /** Whether the source has profiles. */
  readonly isProfileProvided: boolean
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** Dollars per option contract that is sold: a setting of the service. */
  readonly commission: number
  /** The latest session that has opened. */
  readonly today: Day
  /** Calendar date in New York of the market's clock: days to expiry are counted from it. */
  readonly date: Day
}

export type SymbolSources = {
  readonly market: Market
  readonly batches: Pick<BatchRepository, 'volatilities'>
  /** Dollars per option contract that is sold; default: the constant of the analysis. */
  readonly commission?: number | undefined
}

/** The facts of a symbol; `undefined` if the market does not know it. Rejects if market or store fails. */
export async function readSymbolFacts(
  { market, batches, commission = config.income.commission }: SymbolSources,
  symbol: string,
): Promise<SymbolFacts | undefined> {
  const profile = await market.profile(symbol)
  if (!profile) return undefined
  const [sourceBars, sourceChain, quote, earnings, history] = await Promise.all([
    market.bars(symbol),
    market.chain(symbol),
    market.quote(symbol),
    market.earnings(symbol),
    market.volatilityHistory(symbol),
  ])
  const volatilities = history.length > 0 ? history : await batches.volatilities(symbol)
  const chain = sourceChain && sourceChain.contracts.length > 0 ? sourceChain : undefined
  const now = market.now()
  const bars = validateBars(sourceBars, { lastSession: latestClosedSession(now), chain, price: quote?.last })
  const parts = {
    profile,
    bars,
    chain,
    quote,
    earnings,
    hasNoOptionData: sourceChain?.hasNoData ?? false,
  }
  const marketFacts = { riskFreeRate: market.riskFreeRate(), today: market.today(), date: newYorkDay(now) }
  return {
    ...parts,
    ...marketFacts,
    commission,
    isProfileProvided: market.capabilities().profiles !== null,
    expiries: expiriesFor({ chain, profile, ...marketFacts }),
    volatilities,
    dataStatus: { ...dataStatusOf(market), parts: partsOf(parts, market.capabilities(), now) },
  }
}
