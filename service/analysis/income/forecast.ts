/** The forecast: the distribution of the underlying at an expiry that the score of a trade uses. */
import type { IncomeOption } from '#contract/responses/income.ts'
import { tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { realizedVolatility } from '#service/analysis/volatility/realized-volatility.ts'
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
  /** Yearly decimal; undefined if it is not used. */
  readonly realizedVolatility: number | undefined
}

/** U of a lognormal distribution with mean `forward`; `deviation` = volatility x sqrt(years). */
export const lognormalPut = (forward: number, deviation: number, x: number): number =>
  x > 0 ? blackPrice('put', forward, x, deviation) : 0

/** Number of sessions for the realised volatility: as many as remain until the expiry, clamped. */
const sessionsFor = (today: Day, expiry: Day): number => {
  const { min, max } = config.forecast.sessions
  return Math.max(min, Math.min(max, tradingDaysBetween(today, expiry) + 1))
}

export type ForecastContext = {
  /** Empty if the bars are refused. */
  readonly bars: Bars
  readonly today: Day
  /** Whether it is known that no earnings report is due up to and including the day. */
  readonly hasNoEarningsThrough: (day: Day) => boolean
}

/**
 * Returns a mixture of the implied distribution and a lognormal distribution with the stock's
 * realised volatility. The forward is the mean of both. If earnings are due before the expiry, only
 * the implied distribution is used, because past volatility does not include the move after the
 * report; likewise if their date is unknown, or without usable bars.
 */
export const forecastOf = (
  expiry: PricedExpiry,
  { bars, today, hasNoEarningsThrough }: ForecastContext,
): Forecast => {
  const { forward, discount } = expiry
  // Without a smile there are no candidates, so the fallback never affects a score.
  const implied = (x: number): number => expiry.undiscountedPut(x) ?? Math.max(0, x - forward)
  const realized = hasNoEarningsThrough(expiry.day)
    ? realizedVolatility(bars, sessionsFor(today, expiry.day))
    : undefined
  const shared = { forward, discount, realizedVolatility: realized }
  if (realized === undefined)
    return { ...shared, kind: 'implied', impliedWeight: 1, undiscountedPut: implied }
  const { impliedWeight } = config.forecast
  const deviation = realized * Math.sqrt(expiry.years)
  return {
    ...shared,
    kind: 'mixture',
    impliedWeight,
    undiscountedPut: (x) =>
      impliedWeight * implied(x) + (1 - impliedWeight) * lognormalPut(forward, deviation, x),
  }
}
