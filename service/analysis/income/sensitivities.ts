/** Greeks of one option as in the response. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { greeks } from '#service/analysis/pricing/black-scholes.ts'
import { round } from '../rounding.ts'
import type { PricedExpiry } from '../surface.ts'

export type Sensitivities = Pick<IncomeOption, 'delta' | 'gamma' | 'theta' | 'vega' | 'rho'>

/**
 * Greeks per share of a long option, by Black-Scholes-Merton with the yield that the expiry's
 * forward implies; rounded for display.
 */
export const sensitivitiesOf = (
  { right, strike }: Pick<Contract, 'right' | 'strike'>,
  expiry: Pick<PricedExpiry, 'years' | 'yield'>,
  market: { readonly spot: number; readonly rate: number; readonly volatility: number },
): Sensitivities => {
  const values = greeks({ right, strike, years: expiry.years, yield: expiry.yield, ...market })
  return {
    delta: round(values.delta, 4),
    gamma: round(values.gamma, 6),
    theta: round(values.theta, 4),
    vega: round(values.vega, 4),
    rho: round(values.rho, 4),
  }
}
