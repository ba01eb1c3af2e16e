/** How the price of one option moves, as it is answered. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { greeks } from '#service/analysis/pricing/black-scholes.ts'
import { round } from '../rounding.ts'
import type { PricedExpiry } from '../surface.ts'

export type Sensitivities = Pick<IncomeOption, 'delta' | 'gamma' | 'theta' | 'vega' | 'rho'>

/** Per share, of who holds the option: Black-Scholes-Merton with the yield that the expiry's forward implies. */
export const sensitivitiesOf = (
  { right, strike }: Pick<Contract, 'right' | 'strike'>,
  expiry: Pick<PricedExpiry, 'years' | 'yield'>,
  at: { readonly spot: number; readonly rate: number; readonly volatility: number },
): Sensitivities => {
  const found = greeks({ right, strike, years: expiry.years, yield: expiry.yield, ...at })
  return {
    delta: round(found.delta, 4),
    gamma: round(found.gamma, 6),
    theta: round(found.theta, 4),
    vega: round(found.vega, 4),
    rho: round(found.rho, 4),
  }
}
