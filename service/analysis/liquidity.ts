/** Liquidity of a symbol's options: spreads of commonly traded contracts and the open interest of all. */
import type { LiquidityRank } from '#contract/responses/ideas.ts'
import type { SpreadClass } from '#contract/responses/full-ideas.ts'
import type { Chain } from '#service/markets/market.ts'
import { normalCdf } from './pricing/normal.ts'
import { config } from './config.ts'
import { median } from './median.ts'
import type { PricedExpiry } from './surface.ts'

export type Liquidity = {
  readonly rank: LiquidityRank
  /** Median spread over mid of commonly traded contracts, decimal; null if none is quoted. */
  readonly spread: number | null
  readonly spreadClass: SpreadClass | null
  /** Open interest of the whole chain; null if the source has none. */
  readonly openInterest: number | null
}

/** The expiries of 20 to 60 days, from which liquidity is measured. */
export const liquidityExpiries = (expiries: readonly PricedExpiry[]): PricedExpiry[] => {
  const [minDays, maxDays] = config.liquidity.days
  return expiries.filter(({ days }) => days >= minDays && days <= maxDays)
}

/** Spreads over mid of contracts with a delta of 0.2 to 0.6; spreads of five cents or less count as 0. */
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
      // Tolerance for binary fractions: 0.05 is not exact.
      spreads.push(spread <= tightSpread + 1e-9 ? 0 : spread / ((contract.ask + contract.bid) / 2))
    }
  }
  return spreads
}

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
 * Median spread, open interest and the resulting rank: 1 (very liquid), 2 (somewhat) or 3 (not liquid). The rank is 3
 * without a chain or without quotes of commonly traded contracts. Without open interest only the spread decides.
 */
export const liquidityOf = (chain: Chain | undefined, expiries: readonly PricedExpiry[]): Liquidity => {
  const { very, somewhat } = config.liquidity
  const openInterest = chain ? openInterestOf(chain) : null
  const spreads = spreadsOf(expiries)
  if (!chain || spreads.length === 0) return { rank: 3, spread: null, spreadClass: null, openInterest }
  const spread = median(spreads)
  const contractsOpen = openInterest ?? Number.POSITIVE_INFINITY
  const reaches = (level: { spread: number; openInterest: number }): boolean =>
    spread <= level.spread && contractsOpen >= level.openInterest
  return {
    rank: reaches(very) ? 1 : reaches(somewhat) ? 2 : 3,
    spread,
    spreadClass: classOf(spread),
    openInterest,
  }
}

/** Only the rank. */
export const liquidityRank = (chain: Chain | undefined, expiries: readonly PricedExpiry[]): LiquidityRank =>
  liquidityOf(chain, expiries).rank
