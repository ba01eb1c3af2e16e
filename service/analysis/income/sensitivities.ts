/** Greeks of one option as in the response. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { greeks } from '#service/analysis/pricing/black-scholes.ts'
import { round } from '../rounding.ts'
import type { PricedExpiry } from '../surface.ts'

/** Terms of an option, as `greeks` takes them. */
type GreekTerms = Parameters<typeof greeks>[0]

/**
 * The terms from the date of the response instead of the session of the quotes. The remaining variance stays: until the
 * expiry the option loses the whole time value of the quotes, in the days that are left.
 */
const fromDate = (
  terms: GreekTerms,
  { days, quoteDays }: Pick<PricedExpiry, 'days' | 'quoteDays'>,
): GreekTerms => ({
  ...terms,
  years: (terms.years * days) / quoteDays,
  volatility: terms.volatility * Math.sqrt(quoteDays / days),
})

export type Sensitivities = Pick<IncomeOption, 'delta' | 'gamma' | 'theta' | 'vega' | 'rho'>

/**
 * Greeks per share of a long option, by Black-Scholes-Merton with the yield that the expiry's
 * forward implies; rounded for display. Theta is the change per calendar day from the date of the
 * response, the others are those of the quotes (docs/decisions/0068).
 */
export const sensitivitiesOf = (
  { right, strike }: Pick<Contract, 'right' | 'strike'>,
  expiry: Pick<PricedExpiry, 'days' | 'quoteDays' | 'years' | 'yield'>,
  market: { readonly spot: number; readonly rate: number; readonly volatility: number },
): Sensitivities => {
  const terms = { right, strike, years: expiry.years, yield: expiry.yield, ...market }
  const values = greeks(terms)
  return {
    delta: round(values.delta, 4),
    gamma: round(values.gamma, 6),
    theta: round(expiry.days === expiry.quoteDays ? values.theta : greeks(fromDate(terms, expiry)).theta, 4),
    vega: round(values.vega, 4),
    rho: round(values.rho, 4),
  }
}
