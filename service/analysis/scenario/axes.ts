/**
 * Chooses the days, volatilities and prices of a scenario so that the error of linear interpolation
 * between them is within a tolerance.
 *
 * The error of linear interpolation is an eighth of the second derivative times the square of the
 * step. For Black's formula it is approximately, in units of one standard deviation of the share
 * price at the expiry, with x the distance from the strike and s the part of that deviation that
 * remains:
 *
 * - over prices: h² φ(x/s) / 8s, at most 0.03 h² / |x| for any s. Steps increase with the root of
 *   the distance.
 * - over shifts: 0.037 s (dσ/σ)² at its maximum. Steps increase with the root of the volatility.
 * - over days: 0.031 (r - 1)² of the price at the money, with r the ratio of two neighbouring days.
 */
import type { PricedExpiry } from '../surface.ts'
import { config } from '../config.ts'
import { money, round } from '../rounding.ts'

/** The three axes of the grid. */
export type Axes = {
  /** Calendar days until expiry, descending to 0. */
  readonly days: readonly number[]
  /** Shifts of the yearly volatility, decimal, ascending; contain 0. */
  readonly shifts: readonly number[]
  /** Prices of the underlying, dollars, ascending. */
  readonly prices: readonly number[]
}

export type AxesInput = {
  /** The underlying's price at the time of the chain. */
  readonly spot: number
  readonly strike: number
  /** Calendar days to expiry, at least 1. */
  readonly days: number
  /** Unshifted volatility, yearly, decimal. */
  readonly volatility: number
  /** Today's price of the option, dollars per share. */
  readonly fairValue: number
  /** Ex-dates before the expiry, in calendar days from today. */
  readonly exDays: readonly number[]
  /** Prices that must be on the axis, dollars. */
  readonly requiredPrices: readonly number[]
}

/**
 * Splits an interval into equal steps of at most `step`. Returns the ends of the steps, without
 * `start`.
 */
const stepsTo = (start: number, end: number, step: number): number[] => {
  const count = Math.max(1, Math.ceil(Math.abs(end - start) / step - 1e-9))
  return Array.from({ length: count }, (_, i) => start + ((end - start) * (i + 1)) / count)
}

/**
 * Days until expiry, with steps that decrease towards the expiry. Contains both sides of each
 * ex-date, because the option's price jumps there.
 */
const daysOf = ({ days, exDays }: AxesInput, tolerance: number): number[] => {
  const { minStep } = config.scenario.days
  const daysLeft = new Set([0, 1, days])
  for (let day = days; day > 1;) {
    const remainingDeviation = Math.sqrt(day / days)
    const ratio =
      1 +
      Math.sqrt(Math.max(0.005, tolerance / (1.04 * remainingDeviation)) / 0.031) * config.scenario.days.share
    day = Math.max(1, Math.min(day - minStep, Math.round(day / ratio)))
    daysLeft.add(day)
  }
  for (const exDay of exDays) {
    daysLeft.add(days - exDay)
    daysLeft.add(days - exDay + 1)
  }
  return [...daysLeft].filter((day) => day <= days).toSorted((a, b) => b - a)
}

/** Shifts of the volatility, equidistant in the root of the shifted volatility. */
const shiftsOf = ({ volatility }: AxesInput, tolerance: number): number[] => {
  const { maxDown, maxUp, minSteps, share } = config.scenario.shifts
  const coordinateOf = (shift: number): number => 2 * Math.sqrt(1 + shift / volatility)
  const shiftAt = (coordinate: number): number => round(volatility * (coordinate * coordinate * 0.25 - 1), 3)
  const step = share * Math.sqrt(tolerance / 0.074)
  const shiftsTo = (end: number): number[] => {
    const span = Math.abs(coordinateOf(end) - 2)
    return stepsTo(2, coordinateOf(end), Math.min(step, span / minSteps)).map(shiftAt)
  }
  const lowerBound = -Math.min(maxDown, 0.5 * volatility)
  const upperBound = Math.min(maxUp, volatility)
  return [...new Set([...shiftsTo(lowerBound), 0, ...shiftsTo(upperBound)])].toSorted((a, b) => a - b)
}

/**
 * The ends of the range, the required prices, and prices between them. Steps increase with the
 * distance from the strike.
 */
const pricesOf = (
  { spot, strike, days, requiredPrices }: AxesInput,
  deviation: number,
  tolerance: number,
): number[] => {
  const { deviations, max, min, share } = config.scenario.prices
  const logRange = Math.max(min, Math.min(max, deviations * deviation))
  // Steps are constant within about one daily move from the strike, where the values of the last day are most curved.
  const core = Math.sqrt((0.6 * deviation) / Math.sqrt(days))
  const coordinateOf = (price: number): number => {
    const x = Math.log(price / strike)
    return Math.sign(x) * (Math.sqrt(Math.abs(x) + core * core) - core)
  }
  const priceAt = (coordinate: number): number =>
    strike * Math.exp(Math.sign(coordinate) * ((Math.abs(coordinate) + core) ** 2 - core * core))
  const step = share * 0.5 * Math.sqrt(deviation) * Math.sqrt(tolerance / 0.075)
  const anchors = [spot * Math.exp(-logRange), spot * Math.exp(logRange), ...requiredPrices].toSorted(
    (a, b) => a - b,
  )
  const priceByCents = new Map<number, number>([[money(anchors[0]!), anchors[0]!]])
  for (let i = 1; i < anchors.length; i++) {
    const coordinates = stepsTo(coordinateOf(anchors[i - 1]!), coordinateOf(anchors[i]!), step).slice(0, -1)
    for (const coordinate of coordinates) {
      const price = money(priceAt(coordinate))
      if (!priceByCents.has(price)) priceByCents.set(price, price)
    }
    priceByCents.set(money(anchors[i]!), anchors[i]!)
  }
  return [...priceByCents.values()].toSorted((a, b) => a - b)
}

/**
 * Returns the axes for the configured tolerance, which increases until the number of values is
 * within its limit.
 */
export const axesOf = (input: AxesInput): Axes => {
  const { share, minError, maxValues } = config.scenario
  const deviation = input.volatility * Math.sqrt(input.days / config.daysPerYear)
  const unit = input.spot * deviation
  let tolerance = Math.max(minError, share * input.fairValue) / unit
  for (;;) {
    const axes = {
      days: daysOf(input, tolerance),
      shifts: shiftsOf(input, tolerance),
      prices: pricesOf(input, deviation, tolerance),
    }
    const count = axes.days.length * axes.shifts.length * axes.prices.length
    // A tolerance above 1 does not reduce the axes any further.
    if (count <= maxValues || tolerance > 1) return axes
    tolerance *= 1.15
  }
}

/** Returns the ex-dates before the expiry in calendar days from today. */
export const exDaysOf = ({ dividends }: Pick<PricedExpiry['exercise'], 'dividends'>): number[] =>
  dividends.map(({ years }) => Math.round(years * config.daysPerYear))
