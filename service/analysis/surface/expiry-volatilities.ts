/** Volatilities of one expiry's quotes: at the money, and as points of the smile. */
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { impliedVolatility } from '#service/analysis/pricing/implied-volatility.ts'
import { europeanMid, type EarlyExercise } from './european-mid.ts'
import { normalPdf } from '#service/analysis/pricing/normal.ts'
import { robustCurve, type CurvePoint } from './robust-curve.ts'
import { isQuoted, type StrikePair } from './strike-pairs.ts'

/** The quotes of one expiry and their context. */
export type ExpiryQuotes = {
  readonly pairs: readonly StrikePair[]
  readonly forward: number
  readonly years: number
  readonly discount: number
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly earlyExercise: EarlyExercise
}

/** Beyond these bounds it is a broken quote that speaks. */
const isSane = (volatility: number | undefined): volatility is number =>
  volatility !== undefined &&
  volatility >= config.surface.minVolatility &&
  volatility <= config.surface.maxVolatility

const impliedOf = (
  { forward, years, riskFreeRate }: ExpiryQuotes,
  right: Right,
  optionPrice: number,
  strike: number,
): number | undefined => {
  const volatility = impliedVolatility(right, optionPrice, forward, strike, years, riskFreeRate)
  return isSane(volatility) ? volatility : undefined
}

type StrikeVolatility = { readonly strike: number; readonly volatility: number }

/** Call and put averaged; `undefined` if neither has a quote tight enough to be read. */
const volatilityOfPair = (
  quotes: ExpiryQuotes,
  pair: StrikePair,
  maxSpread: number,
): StrikeVolatility | undefined => {
  const found: number[] = []
  for (const contract of [pair.call, pair.put]) {
    if (
      !isQuoted(contract) ||
      contract.ask - contract.bid > maxSpread * europeanMid(contract, quotes.earlyExercise)
    )
      continue
    const volatility = impliedOf(
      quotes,
      contract.right,
      europeanMid(contract, quotes.earlyExercise),
      pair.strike,
    )
    if (volatility !== undefined) found.push(volatility)
  }
  return found.length === 0
    ? undefined
    : { strike: pair.strike, volatility: found.reduce((a, b) => a + b, 0) / found.length }
}

/**
 * Volatility at the forward, yearly decimal: of the two strikes around it that have quotes, linear in strike.
 * `undefined` if none of the three nearest on either side has any. With `maxSpread`, a share of
 * the middle, both sides must have one no wider.
 */
export const atTheMoneyOf = (quotes: ExpiryQuotes, maxSpread?: number): number | undefined => {
  const { pairs, forward } = quotes
  const widest = maxSpread ?? config.income.maxSpread
  const split = pairs.findIndex((pair) => pair.strike > forward)
  const above = split < 0 ? pairs.length : split
  let low: StrikeVolatility | undefined
  for (let i = above - 1; i >= Math.max(0, above - 3) && !low; i--)
    low = volatilityOfPair(quotes, pairs[i]!, widest)
  let high: StrikeVolatility | undefined
  for (let i = above; i < Math.min(pairs.length, above + 3) && !high; i++)
    high = volatilityOfPair(quotes, pairs[i]!, widest)
  if (low && high)
    return (
      low.volatility +
      ((high.volatility - low.volatility) * (forward - low.strike)) / (high.strike - low.strike)
    )
  // A single strike beside the money is used if there is no better one.
  return maxSpread === undefined ? (low ?? high)?.volatility : undefined
}

/** The smile's points over `z`, the logarithm of strike over forward in `unit`s: standard deviations to the expiry. */
const smilePointsOf = (quotes: ExpiryQuotes, unit: number): CurvePoint[] => {
  const { pairs, forward, years, discount } = quotes
  const root = Math.sqrt(years)
  const points: CurvePoint[] = []
  for (const pair of pairs) {
    const z = Math.log(pair.strike / forward) / unit
    if (Math.abs(z) > config.surface.maxDeviations) continue
    const [near, far] = z >= 0 ? [pair.call, pair.put] : [pair.put, pair.call]
    // Out of the money quotes carry the volatility; the other side stands in where they are missing.
    const contract = isQuoted(near) ? near : isQuoted(far) ? far : undefined
    if (!contract) continue
    const volatility = impliedOf(
      quotes,
      contract.right,
      europeanMid(contract, quotes.earlyExercise),
      pair.strike,
    )
    if (volatility === undefined) continue
    const d1 = Math.log(forward / pair.strike) / (volatility * root) + 0.5 * volatility * root
    const vega = discount * forward * normalPdf(d1) * root
    const uncertainty = (contract.ask - contract.bid) / (2 * Math.max(vega, 1e-9))
    const side = contract === near ? 1 : 0.2
    // Near the money matters most: that is where strikes are chosen.
    points.push({ z, volatility, weight: (side * Math.exp((-z * z) / 4)) / (0.005 + uncertainty) })
  }
  return points
}

/** What most quotes of an expiry agree on. */
export type RobustSmile = {
  /** One standard deviation to the expiry, of the logarithm, about. */
  readonly unit: number
  /** At least one. */
  readonly points: readonly CurvePoint[]
  /** Yearly volatility over `unit`s from the forward. */
  readonly curve: (z: number) => number
}

/** `undefined` if no quote can be read. */
export const robustSmileOf = (quotes: ExpiryQuotes): RobustSmile | undefined => {
  const { unknownVolatility, mostOff } = config.surface
  const root = Math.sqrt(quotes.years)
  const over = (unit: number): RobustSmile | undefined => {
    const points = smilePointsOf(quotes, unit)
    return points.length === 0 ? undefined : { unit, points, curve: robustCurve(points) }
  }
  const atTheMoney = atTheMoneyOf(quotes)
  const first = over((atTheMoney ?? unknownVolatility) * root)
  if (!first) return undefined
  const level = first.curve(0) * root
  const off = level / first.unit
  // The at-the-money quotes come from two strikes, the curve from all.
  return (atTheMoney === undefined || off > mostOff || off < 1 / mostOff ? over(level) : undefined) ?? first
}
