import type { SellerGreeks } from '#contract/responses/scenario.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { round } from '../rounding.ts'
import type { PricedExpiry } from '../surface.ts'
import { sensitivitiesOf } from './sensitivities.ts'

/** Greeks of one sold contract: those of the long option per share, times -100. */
export const sellerGreeksOf = (
  contract: Contract,
  expiry: PricedExpiry,
  /** Volatility of the smile at the strike, yearly decimal. */
  volatility: number,
): SellerGreeks => {
  const { spot, riskFreeRate } = expiry.exercise
  const greeks = sensitivitiesOf(contract, expiry, { spot, rate: riskFreeRate, volatility })
  const forSeller = (perShare: number): number => round(-config.sharesPerContract * perShare, 4)
  return {
    delta: forSeller(greeks.delta),
    gamma: forSeller(greeks.gamma),
    theta: forSeller(greeks.theta),
    vega: forSeller(greeks.vega),
    rho: forSeller(greeks.rho),
  }
}
