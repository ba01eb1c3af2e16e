/**
 * Liquidity of a symbol's options: the spreads of commonly traded contracts, and the total open
 * interest.
 */
import type { LiquidityRank } from '#contract/responses/lists/ideas.ts'
import type { SpreadClass } from '#contract/responses/lists/full-ideas.ts'
import type { Chain } from '#service/markets/market.ts'
import { normalCdf } from './pricing/normal.ts'
import { config } from './config.ts'
import { median } from './median.ts'
import type { PricedExpiry } from './surface.ts'

export type Liquidity = {
  readonly rank: LiquidityRank
  /**
   * Median spread of commonly traded contracts as a share of mid, decimal; null if none is quoted.
   */
  readonly spread: number | null
  readonly spreadClass: SpreadClass | null
  /** Open interest of the whole chain; null if the source has none. */
  readonly openInterest: number | null
}

/** The expiries of 20 to 60 days, whose contracts determine the liquidity. */
export const liquidityExpiries = (expiries: readonly PricedExpiry[]): PricedExpiry[] => {
  const [minDays, maxDays] = config.liquidity.days
  return expiries.filter(({ quoteDays }) => quoteDays >= minDays && quoteDays <= maxDays)
}

/**
 * Spreads as shares of mid for contracts with a delta of 0.2 to 0.6. A spread of at most five cents
 * counts as 0.
 */
const spreadsOf = (expiries: readonly PricedExpiry[]): number[] => {
  const { delta, tightSpread } = config.liquidity
  const spreads: number[] = []
  for (const expiry of liquidityExpiries(expiries)) {
    for (const contract of expiry.contracts) {
      if (!(contract.bid > 0 && contract.ask > contract.bid)) continue
      const volatility = expiry.volatilityAt(contract.strike)
      if (volatility === undefined) continue
      const deviation = volatility * Math.sqrt(expiry.years)
      const d1 = Math.log(expiry.forward / contract.strike) / deviation + 0.5 * deviation
      const absoluteDelta = contract.right === 'call' ? normalCdf(d1) : normalCdf(-d1)
      if (absoluteDelta <= delta[0] || absoluteDelta >= delta[1]) continue
      const spread = contract.ask - contract.bid
      // Tolerance, because 0.05 has no exact binary representation.
      spreads.push(spread <= tightSpread + 1e-9 ? 0 : spread / ((contract.ask + contract.bid) / 2))
    }
  }
  return spreads
}

/** Total open interest; null if no contract has one. */
const openInterestOf = ({ contracts }: Chain): number | null => {
  let total: number | null = null
  for (const { openInterest } of contracts) if (openInterest !== null) total = (total ?? 0) + openInterest
  return total
}

const classOf = (spread: number): SpreadClass => {
  const { tight, fair } = config.liquidity.classes
  if (spread < tight) return 'tight'
  return spread < fair ? 'fair' : 'wide'
}

/**
 * Returns the median spread, the open interest, and the rank that they determine: 1 (very liquid),
 * 2 (somewhat liquid) or 3 (not liquid). The rank is 3 without a chain or without quotes of
 * commonly traded contracts. Without open interest, only the spread determines the rank.
 */
export const liquidityOf = (chain: Chain | undefined, expiries: readonly PricedExpiry[]): Liquidity => {
  const { very, somewhat } = config.liquidity
  const openInterest = chain ? openInterestOf(chain) : null
  const spreads = spreadsOf(expiries)
  if (!chain || spreads.length === 0) return { rank: 3, spread: null, spreadClass: null, openInterest }
  const spread = median(spreads)
  const effectiveOpenInterest = openInterest ?? Number.POSITIVE_INFINITY
  const meets = (threshold: { spread: number; openInterest: number }): boolean =>
    spread <= threshold.spread && effectiveOpenInterest >= threshold.openInterest
  return {
    rank: meets(very) ? 1 : meets(somewhat) ? 2 : 3,
    spread,
    spreadClass: classOf(spread),
    openInterest,
  }
}

/** Returns only the rank of `liquidityOf`. */
export const liquidityRank = (chain: Chain | undefined, expiries: readonly PricedExpiry[]): LiquidityRank =>
  liquidityOf(chain, expiries).rank
