/** The forecast: the distribution of the underlying at an expiry that the score of a trade uses. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { Day } from '#service/markets/market.ts'
import { blackPrice, type Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import type { ExpectedVolatility } from '#service/analysis/volatility/expected-volatility.ts'
import type { PricedExpiry } from '../surface.ts'

/** A distribution of the price at expiry, represented by its put prices. */
export type Forecast = {
  /** Mean of the distribution, dollars. */
  readonly forward: number
  /** Present value of one dollar at expiry. */
  readonly discount: number
  /** U(x) = E[(x - S_T)+], undiscounted dollars per share. */
  readonly undiscountedPut: (x: number) => number
  readonly kind: IncomeOption['scoreParts']['forecast']
  /** Weight of the implied distribution, 1 if `kind` is `implied`. */
  readonly impliedWeight: number
  /** Of sessions without reports, yearly decimal; undefined if it is not used. */
  readonly realizedVolatility: number | undefined
  /**
   * Standard deviation of the logarithmic price that earnings reports before the expiry add to the
   * realised part; undefined if they add nothing.
   */
  readonly reportMove: number | undefined
}

/** U of a lognormal distribution with mean `forward`; `deviation` = volatility x sqrt(years). */
export const lognormalPut = (forward: number, deviation: number, x: number): number =>
  x > 0 ? blackPrice('put', forward, x, deviation) : 0

/** Expected payoff of an option at expiry under a forecast, undiscounted dollars per share. */
export const expectedPayoffOf = (
  { right, strike }: { readonly right: Right; readonly strike: number },
  { forward, undiscountedPut }: Pick<Forecast, 'forward' | 'undiscountedPut'>,
): number => {
  const put = undiscountedPut(strike)
  return right === 'put' ? put : put + forward - strike
}

export type ForecastContext = {
  /** Of past prices; `undefined` if the bars are refused or too few. */
  readonly volatility: ExpectedVolatility | undefined
  /** Variance of the logarithmic price from earnings reports up to and including the day. */
  readonly reportVarianceUntil: (day: Day) => number
}

/**
 * Returns a mixture of the implied distribution and a lognormal distribution with the stock's
 * expected volatility between reports and the variance of the reports before the expiry. The
 * forward is the mean of both. Without usable bars, only the implied distribution is used.
 */
export const forecastOf = (
  expiry: PricedExpiry,
  { volatility, reportVarianceUntil }: ForecastContext,
): Forecast => {
  const { forward, discount, years } = expiry
  // Without a smile there are no candidates, so the fallback never affects a score.
  const implied = (x: number): number => expiry.undiscountedPut(x) ?? Math.max(0, x - forward)
  const shared = { forward, discount }
  if (volatility === undefined)
    return {
      ...shared,
      kind: 'implied',
      impliedWeight: 1,
      realizedVolatility: undefined,
      reportMove: undefined,
      undiscountedPut: implied,
    }
  const { impliedWeight } = config.forecast
  const { withoutReports } = volatility
  const reportVariance = reportVarianceUntil(expiry.day)
  const deviation = Math.sqrt(withoutReports ** 2 * years + reportVariance)
  return {
    ...shared,
    kind: 'mixture',
    impliedWeight,
    realizedVolatility: withoutReports,
    reportMove: reportVariance > 0 ? Math.sqrt(reportVariance) : undefined,
    undiscountedPut: (x) =>
      impliedWeight * implied(x) + (1 - impliedWeight) * lognormalPut(forward, deviation, x),
  }
}
