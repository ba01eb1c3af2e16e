/** Forward variance between expiries, and the part of it that one event adds. */
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'

/** Total variance at the money until an expiry, and its standard error. */
export type VariancePoint = {
  readonly years: number
  readonly variance: number
  readonly error: number
}

/** The variance point of an expiry; `undefined` if it is too near or has no usable volatility. */
export const variancePointOf = (expiry: PricedExpiry): VariancePoint | undefined => {
  const { years, quoteDays } = expiry
  const volatility = quoteDays >= config.surface.minDays ? expiry.atTheMoney() : undefined
  if (volatility === undefined) return undefined
  const quoteError = expiry.atTheMoneyError() ?? 0
  const error = Math.max(quoteError, config.forecast.events.minError * volatility)
  return { years, variance: volatility ** 2 * years, error: 2 * volatility * error * years }
}

/** The first of the expiries with a usable volatility. */
export const firstPoint = (expiries: readonly PricedExpiry[]): VariancePoint | undefined => {
  for (const expiry of expiries) {
    const point = variancePointOf(expiry)
    if (point) return point
  }
  return undefined
}

/** The part of the variance between two expiries that one event adds. */
export type EventVariance = {
  /** Variance of the logarithmic price. Negative if there is less variance than usual. */
  readonly variance: number
  readonly error: number
  /** All variance between the two expiries. */
  readonly around: number
  /** Variance a year without the event. */
  readonly usualRate: number
}

/**
 * The forward variance between two expiries, less the variance of as much time without an event: the
 * mean of the variance before the earlier expiry and between the two that follow. `before`:
 * `undefined` if the earlier expiry is now; `next`: the expiry after both. `undefined` if neither
 * shows the usual variance.
 */
export const eventVarianceBetween = (
  before: VariancePoint | undefined,
  after: VariancePoint,
  next: VariancePoint | undefined,
): EventVariance | undefined => {
  const beforeRate = before && before.variance / before.years
  const nextRate = next && (next.variance - after.variance) / (next.years - after.years)
  const isBeforeUsed = beforeRate !== undefined && beforeRate > 0
  const isNextUsed = nextRate !== undefined && nextRate > 0
  const count = Number(isBeforeUsed) + Number(isNextUsed)
  if (count === 0) return undefined
  const usualRate = ((isBeforeUsed ? beforeRate : 0) + (isNextUsed ? nextRate : 0)) / count
  const years = after.years - (before?.years ?? 0)
  const around = after.variance - (before?.variance ?? 0)
  // The result is linear in the three variances: these are their coefficients.
  const nextShare = next && isNextUsed ? years / (next.years - after.years) / count : 0
  const beforeShare = before && isBeforeUsed ? years / before.years / count : 0
  return {
    variance: around - usualRate * years,
    error: Math.hypot(
      (1 + nextShare) * after.error,
      (1 + beforeShare) * (before?.error ?? 0),
      nextShare * (next?.error ?? 0),
    ),
    around,
    usualRate,
  }
}
