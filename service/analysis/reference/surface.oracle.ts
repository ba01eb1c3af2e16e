/**
 * The implied distribution of a chain, independent of the code under test: forwards by parity,
 * volatilities by bisection, a parabola through them by weighted least squares, and probabilities
 * as slopes of put prices (Breeden and Litzenberger, "Prices of state-contingent claims implicit in
 * option prices", Journal of Business 51, 1978). Approximate for real quotes, exact for smooth
 * ones.
 */
import { daysBetween } from '#service/markets/calendar.ts'
import type { Chain, Contract, Day } from '#service/markets/market.ts'
import { blackPrice, impliedVolatilityOf } from './pricing.oracle.ts'

/** The implied distribution of one expiry. */
export type Slice = {
  readonly day: Day
  readonly days: number
  readonly years: number
  readonly forward: number
  /** e^(rT): undiscounted prices are prices x growth. */
  readonly growth: number
  readonly volatility: (strike: number) => number
  /** P(S_T < price). */
  readonly below: (price: number) => number
  /** Price of the put, undiscounted. */
  readonly put: (strike: number) => number
}

const midOf = ({ bid, ask }: Contract): number => (bid + ask) / 2
const isQuoted = ({ bid, ask }: Contract): boolean => bid > 0 && ask > bid

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Median of K + (C - P) e^(rT) over the six strikes nearest to the price; `undefined` with fewer
 * than two.
 */
const forwardOf = (contracts: readonly Contract[], price: number, growth: number): number | undefined => {
  const calls = new Map(
    contracts
      .filter((contract) => contract.right === 'call' && isQuoted(contract))
      .map((call) => [call.strike, call]),
  )
  const pairs = contracts
    .filter((put) => put.right === 'put' && isQuoted(put) && calls.has(put.strike))
    .toSorted((a, b) => Math.abs(a.strike - price) - Math.abs(b.strike - price))
    .slice(0, 6)
  if (pairs.length < 2) return undefined
  return median(pairs.map((put) => put.strike + (midOf(calls.get(put.strike)!) - midOf(put)) * growth))
}

/** A point of a smile: `x` is ln(strike / forward) / sqrt(years). */
type Point = { readonly x: number; readonly volatility: number; readonly weight: number }

/**
 * Solves three linear equations by Gaussian elimination. Each row has three coefficients and the
 * right side.
 */
const solve = (rows: number[][]): number[] => {
  for (let i = 0; i < 3; i++) {
    const best = rows.slice(i).toSorted((a, b) => Math.abs(b[i]!) - Math.abs(a[i]!))[0]!
    rows.splice(rows.indexOf(best), 1)
    rows.splice(i, 0, best)
    for (let j = i + 1; j < 3; j++) {
      const factor = rows[j]![i]! / rows[i]![i]!
      rows[j] = rows[j]!.map((value, column) => value - factor * rows[i]![column]!)
    }
  }
  const solution = [0, 0, 0]
  for (let i = 2; i >= 0; i--) {
    const knownSum = rows[i]!.slice(i + 1, 3).reduce(
      (sum, value, index) => sum + value * solution[i + 1 + index]!,
      0,
    )
    solution[i] = (rows[i]![3]! - knownSum) / rows[i]![i]!
  }
  return solution
}

/** Fits a parabola by weighted least squares. */
const parabola = (points: readonly Point[]): ((x: number) => number) => {
  const sum = (valueOf: (point: Point) => number): number =>
    points.reduce((total, point) => total + valueOf(point) * point.weight, 0)
  const power = [0, 1, 2, 3, 4].map((k) => sum(({ x }) => x ** k))
  const rightSide = [0, 1, 2].map((k) => sum(({ x, volatility }) => volatility * x ** k))
  const [a = 0, b = 0, c = 0] = solve(
    [0, 1, 2].map((k) => [power[k]!, power[k + 1]!, power[k + 2]!, rightSide[k]!]),
  )
  return (x) => a + b * x + c * x * x
}

/** Estimates the slice of one expiry; `undefined` if there are too few quotes. */
const sliceOf = (
  contracts: readonly Contract[],
  { chain, today, rate }: { chain: Chain; today: Day; rate: number },
): Slice | undefined => {
  const day = contracts[0]!.expiry
  const days = daysBetween(today, day)
  const years = days / 365
  const growth = Math.exp(rate * years)
  const forward = forwardOf(contracts, chain.underlyingPrice, growth)
  if (forward === undefined || days < 1) return undefined
  const scaled = (strike: number): number => Math.log(strike / forward) / Math.sqrt(years)
  let points = contracts.flatMap((contract): Point[] => {
    const { right, strike } = contract
    if (!isQuoted(contract) || (right === 'call') !== strike >= forward) return []
    const volatility = impliedVolatilityOf(midOf(contract) * growth, { right, strike, forward, years })
    if (volatility === undefined || Math.abs(scaled(strike)) > 2.2 * volatility) return []
    return [{ x: scaled(strike), volatility, weight: midOf(contract) / (contract.ask - contract.bid + 0.01) }]
  })
  if (points.length < 5) return undefined
  let curve = parabola(points)
  for (let pass = 0; pass < 3; pass++) {
    const errors = points.map(({ x, volatility }) => Math.abs(volatility - curve(x)))
    const limit = Math.max(3 * median(errors), 0.002)
    points = points.filter((_, index) => errors[index]! <= limit)
    if (points.length < 5) return undefined
    curve = parabola(points)
  }
  const [minX, maxX] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const volatility = (strike: number): number =>
    Math.max(0.02, curve(Math.min(maxX, Math.max(minX, scaled(strike)))))
  const put = (strike: number): number =>
    blackPrice({ right: 'put', strike, forward, years, volatility: volatility(strike) })
  return {
    day,
    days,
    years,
    forward,
    growth,
    volatility,
    put,
    below: (price) => slopeAt(put, price),
  }
}

/** Slope of the put price at `price`: the probability below it. */
const slopeAt = (put: (strike: number) => number, price: number): number => {
  const h = price * 1e-4
  return Math.min(1, Math.max(0, (put(price + h) - put(price - h)) / (2 * h)))
}

/** Returns the slices of a chain by expiry day. */
export const slicesOf = (chain: Chain, today: Day, rate: number): ReadonlyMap<Day, Slice> => {
  const byDay = Map.groupBy(chain.contracts, ({ expiry }) => expiry)
  return new Map(
    [...byDay].flatMap(([day, contracts]) => {
      const slice = sliceOf(contracts, { chain, today, rate })
      return slice ? [[day, slice]] : []
    }),
  )
}

/** Returns the exact slice of a synthetic chain, whose smile is known. */
export const sliceOfSmile = (
  day: Day,
  {
    today,
    spot,
    rate,
    volatility,
  }: { today: Day; spot: number; rate: number; volatility: (moneyness: number, years: number) => number },
): Slice => {
  const days = daysBetween(today, day)
  const years = days / 365
  const growth = Math.exp(rate * years)
  const forward = spot * growth
  const volatilityAt = (strike: number): number => volatility(Math.log(strike / forward), years)
  const put = (strike: number): number =>
    blackPrice({ right: 'put', strike, forward, years, volatility: volatilityAt(strike) })
  return {
    day,
    days,
    years,
    forward,
    growth,
    volatility: volatilityAt,
    put,
    below: (price) => slopeAt(put, price),
  }
}
