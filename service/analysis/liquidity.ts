/** How easily a symbol's options trade: spreads of the contracts people use and the open interest of all. */
import type { LiquidityRank } from '#contract/responses/ideas.ts'
import type { SpreadClass } from '#contract/responses/full-ideas.ts'
import type { Chain } from '#service/markets/market.ts'
import { normalCdf } from './pricing/normal.ts'
import { config } from './config.ts'
import { median } from './median.ts'
import type { PricedExpiry } from './surface.ts'

export type Liquidity = {
  readonly rank: LiquidityRank
  /** Median spread over the mid price of the contracts people use, decimal; null if none of them is quoted. */
  readonly spread: number | null
  readonly spreadClass: SpreadClass | null
  /** Open interest of the whole chain; null if the source has none. */
  readonly openInterest: number | null
}

/** The expiries people use, of 20 to 60 days: those that liquidity is read from. */
export const usedExpiries = (expiries: readonly PricedExpiry[]): PricedExpiry[] => {
  const [least, most] = config.liquidity.days
  return expiries.filter(({ days }) => days >= least && days <= most)
}

/** Spreads over the mid price of the contracts people use with a delta of 0.2 to 0.6; five cents count as none. */
const spreadsOf = (expiries: readonly PricedExpiry[]): number[] => {
  const { delta, tightSpread } = config.liquidity
  const spreads: number[] = []
  for (const expiry of usedExpiries(expiries)) {
    for (const contract of expiry.contracts) {
      if (!(contract.bid > 0 && contract.ask > contract.bid)) continue
      const volatility = expiry.volatilityAt(contract.strike)
      if (volatility === undefined) continue
      const deviation = volatility * Math.sqrt(expiry.years)
      const d1 = Math.log(expiry.forward / contract.strike) / deviation + 0.5 * deviation
      const size = contract.right === 'call' ? normalCdf(d1) : normalCdf(-d1)
      if (size <= delta[0] || size >= delta[1]) continue
      const spread = contract.ask - contract.bid
      // Cents written as binary fractions: 0.05 is a little more or less than itself.
      spreads.push(spread <= tightSpread + 1e-9 ? 0 : spread / ((contract.ask + contract.bid) / 2))
    }
  }
  return spreads
}

const openInterestOf = ({ contracts }: Chain): number | null => {
  let open: number | null = null
  for (const { openInterest } of contracts) if (openInterest !== null) open = (open ?? 0) + openInterest
  return open
}

const classOf = (spread: number): SpreadClass => {
  const { tight, fair } = config.liquidity.classes
  if (spread < tight) return 'tight'
  return spread < fair ? 'fair' : 'wide'
}

/**
 * Median spread, open interest and what follows: rank 1 (very), 2 (somewhat) or 3 (not liquid). 3 without a chain and
 * where none of the contracts people use is quoted. Where the source gives no open interest the spread alone decides.
 */
export const liquidityOf = (chain: Chain | undefined, expiries: readonly PricedExpiry[]): Liquidity => {
  const { very, somewhat } = config.liquidity
  const openInterest = chain ? openInterestOf(chain) : null
  const spreads = spreadsOf(expiries)
  if (!chain || spreads.length === 0) return { rank: 3, spread: null, spreadClass: null, openInterest }
  const spread = median(spreads)
  const open = openInterest ?? Number.POSITIVE_INFINITY
  const is = (level: { spread: number; openInterest: number }): boolean =>
    spread <= level.spread && open >= level.openInterest
  return { rank: is(very) ? 1 : is(somewhat) ? 2 : 3, spread, spreadClass: classOf(spread), openInterest }
}

/** The rank alone. */
export const liquidityRank = (chain: Chain | undefined, expiries: readonly PricedExpiry[]): LiquidityRank =>
  liquidityOf(chain, expiries).rank
