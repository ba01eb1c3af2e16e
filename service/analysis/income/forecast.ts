/** Where the underlying may stand at an expiry: the density that a trade's score is reckoned under. */
import type { IncomeOption } from '#contract/responses/income.ts'
import { tradingDaysBetween } from '#service/markets/calendar.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { realizedVolatility } from '#service/analysis/volatility/realized-volatility.ts'
import type { PricedExpiry } from '../surface.ts'

/** A density by its put prices. */
export type Forecast = {
  /** Its mean, dollars. */
  readonly forward: number
  /** Dollars today for a dollar at expiry. */
  readonly discount: number
  /** U(x) = E[(x - S_T)+], undiscounted dollars per share. */
  readonly undiscountedPut: (x: number) => number
  readonly kind: IncomeOption['scoreParts']['forecast']
  readonly impliedWeight: number
  /** Yearly decimal; undefined if it takes no part. */
  readonly realizedVolatility: number | undefined
}

/** U of a lognormal distribution with mean `forward`; `deviation` = volatility x sqrt(years). */
export const lognormalPut = (forward: number, deviation: number, x: number): number =>
  x > 0 ? blackPrice('put', forward, x, deviation) : 0

/** Sessions that a realized volatility for the expiry is taken of: as many as the trade has left, within bounds. */
const sessionsFor = (today: Day, expiry: Day): number => {
  const { least, most } = config.forecast.sessions
  return Math.max(least, Math.min(most, tradingDaysBetween(today, expiry) + 1))
}

export type ForecastContext = {
  /** Empty if they are refused. */
  readonly bars: Bars
  readonly today: Day
  /** Whether no earnings report falls before the day: realized volatility knows of none to come. */
  readonly isFreeOfEarnings: (before: Day) => boolean
}

/**
 * A mixture of the distribution the options imply and a lognormal one with the stock's realized volatility, both with
 * the forward as their mean, so that it is a density itself. Of the options alone where earnings fall before the
 * expiry or their date is not known, and where bars do not tell.
 */
export const forecastOf = (
  expiry: PricedExpiry,
  { bars, today, isFreeOfEarnings }: ForecastContext,
): Forecast => {
  const { forward, discount } = expiry
  // An expiry without a smile has no candidates, and only their score needs it.
  const implied = (x: number): number => expiry.undiscountedPut(x) ?? Math.max(0, x - forward)
  const realized = isFreeOfEarnings(expiry.day)
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
