/** How easily a symbol's options trade: spreads of the contracts people use and the open interest of all. */
import type { LiquidityRank } from '#contract/ideas.ts'
import type { Chain } from '#service/market/market.ts'
import { normalCdf } from './normal.ts'
import { config } from './config.ts'
import type { Expiry } from './surface.ts'

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/**
 * 1 (very), 2 (somewhat) or 3 (not liquid), by the median spread of contracts of 20 to 60 days with a delta of 0.2
 * to 0.6 and by open interest over the whole chain; 3 without a chain. A spread of five cents counts as tight.
 */
export const liquidityRank = (chain: Chain | undefined, expiries: readonly Expiry[]): LiquidityRank => {
  if (!chain) return 3
  const { days, delta, very, somewhat, tightSpread } = config.liquidity
  const spreads: number[] = []
  for (const expiry of expiries) {
    if (expiry.days < days[0] || expiry.days > days[1]) continue
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
  if (spreads.length === 0) return 3
  const spread = median(spreads)
  let open = 0
  for (const contract of chain.contracts) open += contract.openInterest ?? 0
  if (spread <= very.spread && open >= very.openInterest) return 1
  return spread <= somewhat.spread && open >= somewhat.openInterest ? 2 : 3
}
