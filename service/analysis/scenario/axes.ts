/**
 * Chooses the days, volatilities and prices of a scenario so that linear interpolation stays close to the
 * option's value.
 *
 * The interpolation error is an eighth of the second derivative times the square of the step. In units of one
 * standard deviation of the share by the expiry, with x the distance from the strike and s the share of that
 * deviation still to come, it is for Black's formula about
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

export type Shape = {
  /** The underlying's price at the chain's moment. */
  readonly spot: number
  readonly strike: number
  /** Calendar days to expiry, at least 1. */
  readonly days: number
  /** Yearly, decimal. */
  readonly volatility: number
  /** Today's price of the option, dollars per share. */
  readonly fairValue: number
  /** Calendar days from today on which the share goes ex, within the life of the option. */
  readonly exDays: readonly number[]
  /** Prices that are to be among the others. */
  readonly marks: readonly number[]
}

/** Splits a stretch into equal steps no longer than `step`, leaving out its beginning. */
const stepsTo = (from: number, to: number, step: number): number[] => {
  const count = Math.max(1, Math.ceil(Math.abs(to - from) / step - 1e-9))
  return Array.from({ length: count }, (_, i) => from + ((to - from) * (i + 1)) / count)
}

/**
 * From today to expiry, each day the smaller the nearer; both sides of an ex-date, on which the price of an option
 * jumps.
 */
const daysOf = ({ days, exDays }: Shape, tolerance: number): number[] => {
  const { least } = config.scenario.days
  const known = new Set([0, 1, days])
  for (let day = days; day > 1;) {
    const left = Math.sqrt(day / days)
    const ratio =
      1 + Math.sqrt(Math.max(0.005, tolerance / (1.04 * left)) / 0.031) * config.scenario.days.share
    day = Math.max(1, Math.min(day - least, Math.round(day / ratio)))
    known.add(day)
  }
  for (const exDay of exDays) {
    known.add(days - exDay)
    known.add(days - exDay + 1)
  }
  return [...known].filter((day) => day <= days).toSorted((a, b) => b - a)
}

const shiftsOf = ({ volatility }: Shape, tolerance: number): number[] => {
  const { lowest, highest, least, share } = config.scenario.shifts
  const place = (shift: number): number => 2 * Math.sqrt(1 + shift / volatility)
  const shiftAt = (at: number): number => round(volatility * (at * at * 0.25 - 1), 3)
  const step = share * Math.sqrt(tolerance / 0.074)
  const side = (end: number): number[] => {
    const span = Math.abs(place(end) - 2)
    return stepsTo(2, place(end), Math.min(step, span / least)).map(shiftAt)
  }
  const low = -Math.min(lowest, 0.5 * volatility)
  const high = Math.min(highest, volatility)
  return [...new Set([...side(low), 0, ...side(high)])].toSorted((a, b) => a - b)
}

/** The range and the marks, and between them steps that widen with the distance from the strike. */
const pricesOf = ({ spot, strike, days, marks }: Shape, deviation: number, tolerance: number): number[] => {
  const { deviations, widest, narrowest, share } = config.scenario.prices
  const reach = Math.max(narrowest, Math.min(widest, deviations * deviation))
  // Within about a day's move of the strike the curve of the last day bends.
  const core = Math.sqrt((0.6 * deviation) / Math.sqrt(days))
  const place = (price: number): number => {
    const x = Math.log(price / strike)
    return Math.sign(x) * (Math.sqrt(Math.abs(x) + core * core) - core)
  }
  const priceAt = (at: number): number =>
    strike * Math.exp(Math.sign(at) * ((Math.abs(at) + core) ** 2 - core * core))
  const step = share * 0.5 * Math.sqrt(deviation) * Math.sqrt(tolerance / 0.075)
  const fixed = [spot * Math.exp(-reach), spot * Math.exp(reach), ...marks].toSorted((a, b) => a - b)
  const known = new Map<number, number>([[money(fixed[0]!), fixed[0]!]])
  for (let i = 1; i < fixed.length; i++) {
    const between = stepsTo(place(fixed[i - 1]!), place(fixed[i]!), step).slice(0, -1)
    for (const at of between) {
      const price = money(priceAt(at))
      if (!known.has(price)) known.set(price, price)
    }
    known.set(money(fixed[i]!), fixed[i]!)
  }
  return [...known.values()].toSorted((a, b) => a - b)
}

/** The axes, as fine as the tolerance asks for, or as the size of the answer allows. */
export const axesOf = (shape: Shape): Axes => {
  const { share, least, mostValues } = config.scenario
  const deviation = shape.volatility * Math.sqrt(shape.days / config.daysPerYear)
  const unit = shape.spot * deviation
  let tolerance = Math.max(least, share * shape.fairValue) / unit
  for (;;) {
    const axes = {
      days: daysOf(shape, tolerance),
      shifts: shiftsOf(shape, tolerance),
      prices: pricesOf(shape, deviation, tolerance),
    }
    const count = axes.days.length * axes.shifts.length * axes.prices.length
    // Far wider than that nothing gets fewer.
    if (count <= mostValues || tolerance > 1) return axes
    tolerance *= 1.15
  }
}

/** Days from today on which the share goes ex before the expiry. */
export const exDaysOf = ({ exercise }: Pick<PricedExpiry, 'exercise'>): number[] =>
  exercise.dividends.map(({ years }) => Math.round(years * config.daysPerYear))
