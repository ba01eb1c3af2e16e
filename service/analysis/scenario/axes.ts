/**
 * Chooses the days, volatilities and prices of a scenario so that linear interpolation stays close to the
 * option's value.
 *
 * The interpolation error is an eighth of the second derivative times the square of the step. In units of one
 * standard deviation of the share by the expiry, with x the distance from the strike and s the share of that
 * deviation that remains, it is for Black's formula about
 *
 * over prices: h² φ(x/s) / 8s, at any s at most 0.03 h² / |x|: steps widen with the root of the distance;
 *
 * over shifts: 0.037 s (dσ/σ)² at its maximum: steps widen with the root of the volatility;
 *
 * over days: 0.031 (r - 1)² of the price at the money, r being the ratio of two neighbouring days.
 */
import type { PricedExpiry } from '../surface.ts'
import { config } from '../config.ts'
import { money, round } from '../rounding.ts'

export type Axes = {
  /** Calendar days left until expiry, falling to 0. */
  readonly days: readonly number[]
  /** Added to the volatility, decimal, rising, 0 among them. */
  readonly shifts: readonly number[]
  /** Dollars, rising. */
  readonly prices: readonly number[]
}

export type AxesInput = {
  /** The underlying's price at the time of the chain. */
  readonly spot: number
  readonly strike: number
  /** Calendar days to expiry, at least 1. */
  readonly days: number
  /** Yearly, decimal. */
  readonly volatility: number
  /** Today's price of the option, dollars per share. */
  readonly fairValue: number
  /** Ex-dates within the life of the option, in calendar days from today. */
  readonly exDays: readonly number[]
  /** Prices that must be on the axis. */
  readonly marks: readonly number[]
}

/** Splits an interval into equal steps no longer than `step`; the start is not included. */
const stepsTo = (start: number, end: number, step: number): number[] => {
  const count = Math.max(1, Math.ceil(Math.abs(end - start) / step - 1e-9))
  return Array.from({ length: count }, (_, i) => start + ((end - start) * (i + 1)) / count)
}

/**
 * Days from today to expiry, with steps that shrink towards expiry, and both sides of each ex-date, at which the
 * option's price jumps.
 */
const daysOf = ({ days, exDays }: AxesInput, tolerance: number): number[] => {
  const { minStep } = config.scenario.days
  const daysLeft = new Set([0, 1, days])
  for (let day = days; day > 1;) {
    const rootOfShareLeft = Math.sqrt(day / days)
    const ratio =
      1 +
      Math.sqrt(Math.max(0.005, tolerance / (1.04 * rootOfShareLeft)) / 0.031) * config.scenario.days.share
    day = Math.max(1, Math.min(day - minStep, Math.round(day / ratio)))
    daysLeft.add(day)
  }
  for (const exDay of exDays) {
    daysLeft.add(days - exDay)
    daysLeft.add(days - exDay + 1)
  }
  return [...daysLeft].filter((day) => day <= days).toSorted((a, b) => b - a)
}

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

/** The range, the marks, and between them steps that widen with the distance from the strike. */
const pricesOf = (
  { spot, strike, days, marks }: AxesInput,
  deviation: number,
  tolerance: number,
): number[] => {
  const { deviations, max, min, share } = config.scenario.prices
  const logRange = Math.max(min, Math.min(max, deviations * deviation))
  // Within about a day's move of the strike the last day's values are strongly curved.
  const core = Math.sqrt((0.6 * deviation) / Math.sqrt(days))
  const coordinateOf = (price: number): number => {
    const x = Math.log(price / strike)
    return Math.sign(x) * (Math.sqrt(Math.abs(x) + core * core) - core)
  }
  const priceAt = (coordinate: number): number =>
    strike * Math.exp(Math.sign(coordinate) * ((Math.abs(coordinate) + core) ** 2 - core * core))
  const step = share * 0.5 * Math.sqrt(deviation) * Math.sqrt(tolerance / 0.075)
  const fixed = [spot * Math.exp(-logRange), spot * Math.exp(logRange), ...marks].toSorted((a, b) => a - b)
  const priceByCents = new Map<number, number>([[money(fixed[0]!), fixed[0]!]])
  for (let i = 1; i < fixed.length; i++) {
    const coordinates = stepsTo(coordinateOf(fixed[i - 1]!), coordinateOf(fixed[i]!), step).slice(0, -1)
    for (const coordinate of coordinates) {
      const price = money(priceAt(coordinate))
      if (!priceByCents.has(price)) priceByCents.set(price, price)
    }
    priceByCents.set(money(fixed[i]!), fixed[i]!)
  }
  return [...priceByCents.values()].toSorted((a, b) => a - b)
}

/** The axes, as fine as the tolerance requires, or as the size of the response permits. */
export const axesOf = (shape: AxesInput): Axes => {
  const { share, minError, maxValues } = config.scenario
  const deviation = shape.volatility * Math.sqrt(shape.days / config.daysPerYear)
  const unit = shape.spot * deviation
  let tolerance = Math.max(minError, share * shape.fairValue) / unit
  for (;;) {
    const axes = {
      days: daysOf(shape, tolerance),
      shifts: shiftsOf(shape, tolerance),
      prices: pricesOf(shape, deviation, tolerance),
    }
    const count = axes.days.length * axes.shifts.length * axes.prices.length
    // Above 1 the axes do not get smaller any more.
    if (count <= maxValues || tolerance > 1) return axes
    tolerance *= 1.15
  }
}

/** Days from today on which the share goes ex before the expiry. */
export const exDaysOf = ({ exercise }: Pick<PricedExpiry, 'exercise'>): number[] =>
  exercise.dividends.map(({ years }) => Math.round(years * config.daysPerYear))
