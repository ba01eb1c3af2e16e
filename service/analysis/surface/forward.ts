/** The forward of one expiry from put-call parity, and the dividends that it implies. */
import type { Chain, Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { EarlyExercisePremium } from './early-exercise.ts'
import { europeanMid } from './european-mid.ts'
import { lazy } from './lazy.ts'
import { weightedMedian } from './robust-curve.ts'
import { isQuoted, midOf, type StrikePair } from './strike-pairs.ts'

export type ForwardContext = {
  readonly spot: number
  readonly years: number
  readonly discount: number
  /** Spot less the present value of the declared dividends, dollars. */
  readonly strippedSpot: number
  /** Forward expected from rate, yield and declared dividends, dollars. */
  readonly expectedForward: number
  /** One standard error of `expectedForward` if other expiries imply it; `undefined` otherwise. */
  readonly expectedError: number | undefined
  readonly style: Chain['style']
  readonly earlyExercise: EarlyExercisePremium
}

/**
 * Dividends before an expiry, and borrowing costs, implied by its options ("inferred"); dollars per
 * share.
 */
export type ImpliedDividends = {
  /** Present value: spot - forward x discount. May be slightly negative. */
  readonly presentValue: number
  /** One standard error. An amount within two errors is not significantly different from zero. */
  readonly error: number
}

export type ForwardEstimate = {
  /** Dollars. */
  readonly forward: number
  /** One standard error of `forward`, from the quotes; from the rate if it is the expected forward. */
  readonly forwardError: number
  /** `undefined` if the quotes are unusable, so that `forward` is the expected forward. */
  readonly dividends: ImpliedDividends | undefined
  /**
   * Whether calls and puts agree on a forward that is impossible at the underlying's price: the
   * quotes were made at another price.
   */
  readonly hasPriceDrift: boolean
  /**
   * Whether the forward is significantly above the grown spot price: no dividend or borrowing cost
   * explains it, so either a quote is broken or all were made at another price.
   */
  readonly isAboveGrownSpot: boolean
}

/** The forward implied at one strike, and its standard error. */
type Estimate = { readonly value: number; readonly error: number }

/** A strike at which put-call parity holds, and its estimate, which is computed on first use. */
type ParityStrike = { readonly strike: number; readonly estimate: () => Estimate }

/** Estimates of the strikes nearest to `center`. Those of other strikes are not computed. */
const nearestTo = (strikes: readonly ParityStrike[], center: number): Estimate[] =>
  strikes
    .toSorted((a, b) => Math.abs(a.strike - center) - Math.abs(b.strike - center))
    .slice(0, config.surface.parityStrikes)
    .map(({ estimate }) => estimate())

/** Median of the estimates, their mean near it, weighted by precision, and the mean's standard error. */
const poolEstimates = (
  estimates: readonly Estimate[],
  floor: number,
): { center: number; value: number; error: number } => {
  const precision = ({ error }: Estimate): number => 1 / (error + floor)
  // A stale quote may have the narrowest spread: for the median, no strike has more than twice the typical weight.
  const typicalError = weightedMedian(estimates.map(({ error }) => ({ value: error, weight: 1 }))) + floor
  const cappedPrecision = ({ error }: Estimate): number => 1 / (error + typicalError)
  const center = weightedMedian(
    estimates.map((estimate) => ({ value: estimate.value, weight: cappedPrecision(estimate) })),
  )
  const gaps = estimates.map((estimate) => ({
    value: Math.abs(estimate.value - center),
    weight: cappedPrecision(estimate),
  }))
  const maxDistance = 3 * Math.max(floor, weightedMedian(gaps) / 0.6745)
  const inliers = estimates.filter((estimate) => Math.abs(estimate.value - center) <= maxDistance)
  let sum = 0
  let total = 0
  for (const inlier of inliers) {
    const weight = precision(inlier) ** 2
    sum += weight * inlier.value
    total += weight
  }
  const value = sum / total
  let scatter = 0
  for (const inlier of inliers) scatter += (precision(inlier) ** 2 / total) * (inlier.value - value) ** 2
  // The errors of neighbouring mids are correlated: averaging reduces only the part in which the estimates differ.
  const quoteError = Math.min(...inliers.map(({ error }) => error)) / 2
  return { center, value, error: Math.hypot(quoteError, Math.sqrt(scatter / inliers.length)) }
}

/**
 * The mean of an expiry's own forward and the one that all expiries imply, weighted by their errors;
 * the own one if they contradict each other. With its standard error.
 */
const combinedForward = (
  { value, error }: { readonly value: number; readonly error: number },
  { expectedForward, expectedError }: ForwardContext,
): Pick<ForwardEstimate, 'forward' | 'forwardError'> => {
  const own = { forward: value, forwardError: error }
  if (expectedError === undefined) return own
  if (Math.abs(value - expectedForward) > 3 * Math.hypot(error, expectedError)) return own
  const [ownWeight, expectedWeight] = [1 / error ** 2, 1 / expectedError ** 2]
  const total = ownWeight + expectedWeight
  return {
    forward: (ownWeight * value + expectedWeight * expectedForward) / total,
    forwardError: Math.sqrt(1 / total),
  }
}

/**
 * Estimates the forward price from C - P = discount (F - K) at the strikes nearest the money. The
 * estimate is the expected forward if no strike has usable quotes or their result is implausible.
 */
export const forwardOf = (pairs: readonly StrikePair[], market: ForwardContext): ForwardEstimate => {
  const { spot, years, discount, expectedForward, style } = market
  const {
    maxForwardGap,
    maxBorrowingCost,
    parityFloor,
    parityReach,
    maxParityError,
    rateError,
    earlyExercise,
    priceDrift,
  } = config.surface
  const mid = (contract: Contract): number => europeanMid(contract, market.earlyExercise)
  const zeroDividendForward = spot / discount
  const declaredForward = Math.max(0, market.strippedSpot) / discount
  const strikes: ParityStrike[] = []
  for (const { strike, call, put } of pairs) {
    if (Math.abs(strike - expectedForward) >= parityReach * spot || !isQuoted(call) || !isQuoted(put))
      continue
    const spreadError = (call.ask - call.bid + put.ask - put.bid) / 2
    if (spreadError >= maxParityError * spot) continue
    // Early-exercise premiums are expensive, and those of distant strikes are not needed.
    const estimate = lazy((): Estimate => {
      const [callMid, putMid] = [mid(call), mid(put)]
      const premiums = midOf(call) - callMid + midOf(put) - putMid
      return {
        value: strike + (callMid - putMid) / discount,
        error: spreadError + earlyExercise.premiumUncertainty * premiums,
      }
    })
    strikes.push({ strike, estimate })
  }
  const fallback = {
    forward: expectedForward,
    forwardError: market.expectedError ?? Math.hypot(parityFloor, rateError * years) * spot,
    dividends: undefined,
    hasPriceDrift: false,
    isAboveGrownSpot: false,
  }
  if (strikes.length === 0) return fallback
  const floor = parityFloor * spot
  const firstEstimate = poolEstimates(nearestTo(strikes, expectedForward), floor)
  // If the first estimate is far from the expected forward, other strikes are nearest to the money.
  const { center, value, error } = poolEstimates(nearestTo(strikes, firstEstimate.value), floor)
  // Between the two, it is unknown whether the quotes contain the declared dividends.
  const gap = Math.max(0, Math.log(value / zeroDividendForward), Math.log(declaredForward / value))
  const areQuotesConsistent = strikes.length >= 4 && 5 * error < gap * spot
  const maxGap = maxForwardGap + 0.1 * years
  if (gap > Math.max(maxGap, areQuotesConsistent ? maxBorrowingCost * years : 0))
    return { ...fallback, hasPriceDrift: areQuotesConsistent }
  const premium = style === 'american' ? earlyExercise.premiumError * spot * (1 - discount) : 0
  const dividends = {
    presentValue: spot - value * discount,
    error: Math.hypot(error * discount, rateError * years * spot, premium),
  }
  // Dividends and borrowing costs only lower a forward. One broken quote moves the mean, but not the median.
  const excess = Math.min(center, value) * discount - spot
  const tolerance = priceDrift.standardErrors * dividends.error + priceDrift.share * spot
  return {
    hasPriceDrift: false,
    isAboveGrownSpot:
      strikes.length >= priceDrift.minStrikes &&
      years * config.daysPerYear <= priceDrift.maxDays &&
      excess > tolerance,
    ...combinedForward({ value, error }, market),
    dividends,
  }
}
