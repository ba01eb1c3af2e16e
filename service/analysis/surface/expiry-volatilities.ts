/** Volatilities of one expiry's quotes: at the money, and as points of the smile. */
import type { Contract } from '#service/markets/market.ts'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { impliedVolatility } from '#service/analysis/pricing/implied-volatility.ts'
import type { EarlyExercisePremium } from './early-exercise.ts'
import { europeanMid } from './european-mid.ts'
import { normalPdf } from '#service/analysis/pricing/normal.ts'
import { robustCurve, type CurvePoint } from './robust-curve.ts'
import { isQuoted, midOf, type StrikePair } from './strike-pairs.ts'

/** The quotes of one expiry and their context. */
export type ExpiryQuotes = {
  readonly pairs: readonly StrikePair[]
  readonly forward: number
  readonly years: number
  readonly discount: number
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly earlyExercise: EarlyExercisePremium
}

/** Volatilities outside these bounds come from broken quotes. */
const isPlausible = (volatility: number | undefined): volatility is number =>
  volatility !== undefined &&
  volatility >= config.surface.minVolatility &&
  volatility <= config.surface.maxVolatility

/** Implied volatility of a European price; `undefined` if it is not plausible. */
const plausibleVolatility = (
  { forward, years, riskFreeRate }: ExpiryQuotes,
  right: Right,
  optionPrice: number,
  strike: number,
): number | undefined => {
  const volatility = impliedVolatility(right, optionPrice, forward, strike, years, riskFreeRate)
  return isPlausible(volatility) ? volatility : undefined
}

/** Lower bounds of a spread and of an error, so that weights are finite. */
const minWidth = 1e-4
const minVolatilityError = 1e-6

type StrikeVolatility = { readonly strike: number; readonly volatility: number }

/**
 * Average volatility of call and put; `undefined` if neither has a spread of at most `maxSpread` of
 * its mid.
 */
const volatilityOfPair = (
  quotes: ExpiryQuotes,
  pair: StrikePair,
  maxSpread: number,
): StrikeVolatility | undefined => {
  const volatilities: number[] = []
  const sides = [pair.call, pair.put].filter(isQuoted)
  const shareOf = (contract: Contract): number =>
    1 - europeanMid(contract, quotes.earlyExercise) / midOf(contract)
  // The price of an option that is about to be exercised hardly depends on the volatility.
  const minShare = Math.min(...sides.map(shareOf))
  for (const contract of sides) {
    if (
      shareOf(contract) > minShare + config.surface.earlyExercise.maxShareGap ||
      contract.ask - contract.bid > maxSpread * europeanMid(contract, quotes.earlyExercise)
    )
      continue
    const volatility = plausibleVolatility(
      quotes,
      contract.right,
      europeanMid(contract, quotes.earlyExercise),
      pair.strike,
    )
    if (volatility !== undefined) volatilities.push(volatility)
  }
  return volatilities.length === 0
    ? undefined
    : { strike: pair.strike, volatility: volatilities.reduce((a, b) => a + b, 0) / volatilities.length }
}

/**
 * Volatility at the forward, yearly decimal, interpolated linearly between the nearest quoted
 * strikes on either side. Only the three nearest strikes on either side count; `undefined` if none
 * of the six has a usable quote. `maxSpread` is a share of the mid. If it is passed, both sides
 * need a quote with at most this spread.
 */
export const atTheMoneyOf = (quotes: ExpiryQuotes, maxSpread?: number): number | undefined => {
  const { pairs, forward } = quotes
  const spreadLimit = maxSpread ?? config.income.maxSpread
  const splitIndex = pairs.findIndex((pair) => pair.strike > forward)
  const aboveIndex = splitIndex < 0 ? pairs.length : splitIndex
  let lower: StrikeVolatility | undefined
  for (let i = aboveIndex - 1; i >= Math.max(0, aboveIndex - 3) && !lower; i--)
    lower = volatilityOfPair(quotes, pairs[i]!, spreadLimit)
  let upper: StrikeVolatility | undefined
  for (let i = aboveIndex; i < Math.min(pairs.length, aboveIndex + 3) && !upper; i++)
    upper = volatilityOfPair(quotes, pairs[i]!, spreadLimit)
  if (lower && upper)
    return (
      lower.volatility +
      ((upper.volatility - lower.volatility) * (forward - lower.strike)) / (upper.strike - lower.strike)
    )
  // Without `maxSpread`, a quoted strike on one side is enough.
  return maxSpread === undefined ? (lower ?? upper)?.volatility : undefined
}

/**
 * Bid-ask spread of an option as a share of its time value; infinite without a quote or a time value, and
 * `limit` if it is not below it.
 */
const widthOf = (
  contract: Contract | undefined,
  { forward, discount, earlyExercise }: ExpiryQuotes,
  limit: number,
): number => {
  if (!isQuoted(contract)) return Number.POSITIVE_INFINITY
  const { right, strike, bid, ask } = contract
  const exercise = Math.max(0, discount * (right === 'call' ? forward - strike : strike - forward))
  const widthAt = (price: number): number =>
    price > exercise ? Math.max(minWidth, (ask - bid) / (price - exercise)) : Number.POSITIVE_INFINITY
  // The European price is at most the mid. Computed only if it matters: an early-exercise premium is expensive.
  return widthAt(midOf(contract)) < limit ? widthAt(europeanMid(contract, earlyExercise)) : limit
}

/** The smaller width of the call and the put of a strike. */
const narrowerWidth = ({ strike, call, put }: StrikePair, quotes: ExpiryQuotes): number => {
  const [outOfTheMoney, inTheMoney] = strike >= quotes.forward ? [call, put] : [put, call]
  const width = widthOf(outOfTheMoney, quotes, Number.POSITIVE_INFINITY)
  return Math.min(width, widthOf(inTheMoney, quotes, width))
}

/**
 * Mean of the measures of the strikes within reach, weighted by certainty (the inverse of their squares) and by distance
 * from the money. It is not divided by the root of their number, because the mid prices of one expiry deviate together.
 * `undefined` without a finite measure.
 *
 * @param measuresOf positive figures of the options of one strike
 */
const meanNearMoney = (
  { pairs, forward, years }: ExpiryQuotes,
  volatility: number,
  measuresOf: (pair: StrikePair) => readonly number[],
): number | undefined => {
  const unit = volatility * Math.sqrt(years)
  let sum = 0
  let total = 0
  for (const pair of pairs) {
    const z = Math.log(pair.strike / forward) / unit
    if (Math.abs(z) > config.surface.maxDeviations) continue
    for (const measure of measuresOf(pair)) {
      if (measure === Number.POSITIVE_INFINITY) continue
      const weight = Math.exp(-2 * z * z) / measure ** 2
      sum += weight * measure
      total += weight
    }
  }
  return total > 0 ? sum / total : undefined
}

/**
 * Bid-ask spread at the money, as a share of the price: a mean of the narrower option of each strike. The price there is
 * proportional to the volatility, so the share is that of the volatility as well. `undefined` without a quote.
 */
export const widthAtTheMoneyOf = (quotes: ExpiryQuotes, volatility: number): number | undefined =>
  meanNearMoney(quotes, volatility, (pair) => [narrowerWidth(pair, quotes)])

/** Vega of an option, dollars per share and unit of yearly volatility. */
const vegaAt = ({ forward, discount, years }: ExpiryQuotes, strike: number, volatility: number): number => {
  const root = Math.sqrt(years)
  const d1 = Math.log(forward / strike) / (volatility * root) + 0.5 * volatility * root
  return discount * forward * normalPdf(d1) * root
}

/**
 * Standard error of the volatility at the money, yearly decimal: a quarter of the bid-ask spread in volatility, a mean of
 * all quotes. `undefined` without a quote.
 */
export const atTheMoneyErrorOf = (quotes: ExpiryQuotes, volatility: number): number | undefined =>
  meanNearMoney(quotes, volatility, ({ strike, call, put }) => {
    const vega = vegaAt(quotes, strike, volatility)
    return [call, put]
      .filter(isQuoted)
      .map(({ bid, ask }) => Math.max((ask - bid) / (4 * vega), minVolatilityError))
  })

/**
 * The points of the smile. `unit` is one standard deviation at expiry; `z` is ln(strike / forward)
 * in units.
 */
const smilePointsOf = (quotes: ExpiryQuotes, unit: number): CurvePoint[] => {
  const { pairs, forward } = quotes
  const points: CurvePoint[] = []
  for (const pair of pairs) {
    const z = Math.log(pair.strike / forward) / unit
    if (Math.abs(z) > config.surface.maxDeviations) continue
    const [outOfTheMoney, inTheMoney] = z >= 0 ? [pair.call, pair.put] : [pair.put, pair.call]
    // The in-the-money contract is used only if the out-of-the-money one is not quoted.
    const contract = isQuoted(outOfTheMoney) ? outOfTheMoney : isQuoted(inTheMoney) ? inTheMoney : undefined
    if (!contract) continue
    const volatility = plausibleVolatility(
      quotes,
      contract.right,
      europeanMid(contract, quotes.earlyExercise),
      pair.strike,
    )
    if (volatility === undefined) continue
    const vega = vegaAt(quotes, pair.strike, volatility)
    const uncertainty = (contract.ask - contract.bid) / (2 * Math.max(vega, 1e-9))
    const sideWeight = contract === outOfTheMoney ? 1 : 0.2
    // Strikes near the money have more weight, because trades are selected there.
    points.push({ z, volatility, weight: (sideWeight * Math.exp((-z * z) / 4)) / (0.005 + uncertainty) })
  }
  return points
}

/** A robust smile of an expiry's quotes. */
export type RobustSmile = {
  /** Approximate standard deviation of the logarithm at expiry. */
  readonly unit: number
  /** At least one. */
  readonly points: readonly CurvePoint[]
  /** Yearly volatility by `z`, the distance from the forward in `unit`s. */
  readonly curve: (z: number) => number
}

/** Fits the robust smile; `undefined` if no quote is usable. */
export const robustSmileOf = (quotes: ExpiryQuotes): RobustSmile | undefined => {
  const { unknownVolatility, maxLevelRatio } = config.surface
  const root = Math.sqrt(quotes.years)
  const smileAt = (unit: number): RobustSmile | undefined => {
    const points = smilePointsOf(quotes, unit)
    return points.length === 0 ? undefined : { unit, points, curve: robustCurve(points) }
  }
  const atTheMoney = atTheMoneyOf(quotes)
  const initial = smileAt((atTheMoney ?? unknownVolatility) * root)
  if (!initial) return undefined
  const level = initial.curve(0) * root
  const ratio = level / initial.unit
  // The at-the-money volatility uses two strikes and the curve all: if they differ much, refit at the curve's level.
  return (
    (atTheMoney === undefined || ratio > maxLevelRatio || ratio < 1 / maxLevelRatio
      ? smileAt(level)
      : undefined) ?? initial
  )
}
