/** Dividends of single expiries: the input of the fit over all of them, and its result for each. */
import { config } from '../config.ts'
import { dividendPresentValue } from '../pricing/escrowed.ts'
import type { CashDividend } from '../pricing/terms.ts'
import type { FittedCarry, CarryObservation } from './carry-fit.ts'
import type { ExpiryFit } from './expiry-fit.ts'
import type { ImpliedDividends } from './forward.ts'

/** Present values beyond the declared dividends, for the expiries that trades can have. */
export const observationsOf = (
  fits: readonly ExpiryFit[],
  declared: readonly CashDividend[],
): CarryObservation[] =>
  fits.flatMap((fit) => {
    const { days, years, riskFreeRate: rate, spot } = fit.terms
    const implied = days <= config.dividends.maxDays ? fit.dividends : undefined
    if (!implied) return []
    const known = dividendPresentValue({ spot, years, rate, yield: 0, dividends: declared })
    return [{ days, years, presentValue: implied.presentValue - known, error: implied.error }]
  })

/** Dividends before an expiry by the fit of all expiries; `undefined` without usable quotes near it. */
export const dividendsUntil = (
  fit: ExpiryFit,
  { isFitted, dividends, relativeError }: FittedCarry,
  declared: readonly CashDividend[],
): ImpliedDividends | undefined => {
  const { spot, years, riskFreeRate: rate } = fit.terms
  const presentValueOf = (cash: readonly CashDividend[]): number =>
    dividendPresentValue({ spot, years, rate, yield: 0, dividends: cash })
  const own = fit.dividends
  if (!isFitted) return own
  const inferred = presentValueOf(dividends)
  if (!own && inferred === 0) return undefined
  return {
    presentValue: presentValueOf(declared) + inferred,
    error: inferred > 0 ? inferred * relativeError : own!.error,
  }
}

/**
 * Whether a near expiry alone implies dividends or a borrowing cost. Only the expiries that every
 * analysis evaluates count, because a first fit of the others would cost as much again.
 */
export const hasNearCarry = (fits: readonly ExpiryFit[], declared: readonly CashDividend[]): boolean => {
  const { chainDays, standardErrors } = config.surface.priceDrift
  const near = fits.filter(({ terms }) => terms.days <= chainDays)
  return observationsOf(near, declared).some(
    ({ presentValue, error }) => presentValue > standardErrors * error,
  )
}
