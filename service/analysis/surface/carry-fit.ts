/**
 * One fit of undeclared dividends and of the borrowing cost over all expiries of a chain. Dividends are
 * steps of one amount, a quarter apart. The borrowing cost is a slope in time.
 */
import { config } from '../config.ts'
import type { CashDividend } from '../pricing/terms.ts'

/** What one expiry implies beyond the declared dividends. */
export type CarryObservation = {
  readonly days: number
  readonly years: number
  /** Spot less declared dividends less discounted forward, dollars per share. */
  readonly presentValue: number
  /** One standard error. */
  readonly error: number
}

export type CarryContext = {
  readonly spot: number
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** Calendar days through which all dividends are declared; 0 if none is. */
  readonly knownDays: number
  /** Calendar days to the last declared ex-date; `undefined` if none is declared. */
  readonly lastDeclaredDays: number | undefined
  /** Calendar days to the last expiry, to which the schedule is continued. */
  readonly lastDays: number
  /** First ex-day of an earlier fit, of which only the amounts are replaced. */
  readonly firstDay?: number | undefined
}

export type FittedCarry = {
  /** Whether there are enough expiries for a fit. Otherwise, each expiry shows its own dividends. */
  readonly isFitted: boolean
  /** Undeclared dividends, nearest first; empty if the quotes imply none. */
  readonly dividends: readonly CashDividend[]
  /** Standard error of each amount, relative. */
  readonly relativeError: number
  /** Calendar days to the first of `dividends`; `undefined` without dividends. */
  readonly firstDay: number | undefined
  /** Cost of borrowing the share, yearly, continuously compounded; 0 if the quotes imply none. */
  readonly borrowRate: number
  /** Standard error of `borrowRate`. */
  readonly borrowError: number
}

export const noCarry: FittedCarry = {
  isFitted: false,
  dividends: [],
  relativeError: 0,
  firstDay: undefined,
  borrowRate: 0,
  borrowError: 0,
}

/**
 * Standard error of the forward of an expiry with this carry, dollars; `undefined` if the quotes imply
 * none before it.
 */
export const carryErrorOf = (
  { dividends, relativeError, borrowRate, borrowError }: FittedCarry,
  spot: number,
  years: number,
): number | undefined => {
  const amounts = dividends.filter((dividend) => dividend.years <= years)
  if (amounts.length === 0 && borrowRate === 0) return undefined
  const dividendError = relativeError * amounts.reduce((sum, { amount }) => sum + amount, 0)
  return Math.hypot(dividendError, borrowError * years * spot, config.surface.parityFloor * spot)
}

/** A model of the observations. `step` and `slope` are shares of the price. */
type Model = {
  readonly firstDay: number | undefined
  readonly step: number
  readonly stepError: number
  readonly slope: number
  readonly slopeError: number
  readonly chiSquare: number
}

/** An observation as a logarithm, so that a constant borrowing cost is linear in time. */
type Point = CarryObservation & { readonly value: number; readonly weight: number }

/** Days of the quarterly steps from `firstDay` to `lastDay`. */
const stepDays = (firstDay: number, lastDay: number): number[] => {
  const days: number[] = []
  for (let day = firstDay; day <= lastDay; day += config.dividends.periodDays) days.push(day)
  return days
}

/** Least squares of steps from `firstDay` and a slope; each is left out if `undefined` or `false`. */
const fitModel = (
  points: readonly Point[],
  rate: number,
  firstDay: number | undefined,
  hasSlope: boolean,
): Model => {
  const stepAt = ({ days }: Point): number =>
    firstDay === undefined
      ? 0
      : stepDays(firstDay, days).reduce((sum, day) => sum + Math.exp((-rate * day) / config.daysPerYear), 0)
  let [ss, st, tt, sy, ty] = [0, 0, 0, 0, 0]
  for (const point of points) {
    const { value, weight, years } = point
    const step = stepAt(point)
    ss += weight * step * step
    st += weight * step * years
    tt += weight * years * years
    sy += weight * step * value
    ty += weight * years * value
  }
  let step = ss > 0 ? Math.max(0, sy / ss) : 0
  let slope = 0
  if (hasSlope) {
    const determinant = ss * tt - st * st
    const isJoint = ss > 0 && determinant > 1e-9 * ss * tt
    const [jointStep, jointSlope] = isJoint
      ? [(tt * sy - st * ty) / determinant, (ss * ty - st * sy) / determinant]
      : [0, ty / tt]
    if (isJoint && (jointStep < 0 || jointSlope < 0)) return fitModel(points, rate, firstDay, false)
    step = jointStep
    slope = Math.max(0, jointSlope)
  }
  let chiSquare = 0
  for (const point of points)
    chiSquare += point.weight * (point.value - step * stepAt(point) - slope * point.years) ** 2
  return {
    firstDay,
    step,
    stepError: ss > 0 ? 1 / Math.sqrt(ss) : 0,
    slope,
    slopeError: tt > 0 ? 1 / Math.sqrt(tt) : 0,
    chiSquare,
  }
}

/** The best of the models with steps. Of equally good first days, the middle one. */
const bestSteps = (
  points: readonly Point[],
  { riskFreeRate, knownDays, lastDeclaredDays, firstDay }: CarryContext,
  hasSlope: boolean,
): Model => {
  const { periodDays } = config.dividends
  // A schedule continues from its last declared date.
  const scheduled = lastDeclaredDays === undefined ? undefined : lastDeclaredDays + periodDays
  const fixedDay = firstDay ?? (scheduled !== undefined && scheduled > knownDays ? scheduled : undefined)
  if (fixedDay !== undefined) return fitModel(points, riskFreeRate, fixedDay, hasSlope)
  const models = Array.from({ length: periodDays }, (_, i) =>
    fitModel(points, riskFreeRate, knownDays + 1 + i, hasSlope),
  )
  const least = Math.min(...models.map(({ chiSquare }) => chiSquare))
  // Days between the same two expiries differ by their discount only.
  const equal = models.filter(({ chiSquare }) => chiSquare <= least + config.dividends.equalFit)
  return equal[Math.floor((equal.length - 1) / 2)]!
}

/** Selects the simplest model that the observations support. */
const selectModel = (points: readonly Point[], context: CarryContext): Model => {
  const { minImprovement, maxYield, periodDays } = config.dividends
  const none = fitModel(points, context.riskFreeRate, undefined, false)
  const slope = fitModel(points, context.riskFreeRate, undefined, true)
  const steps = bestSteps(points, context, false)
  const stepYield = (steps.step * config.daysPerYear) / periodDays
  const isBorrow = slope.chiSquare + minImprovement < steps.chiSquare || stepYield > maxYield
  const single = isBorrow ? slope : steps
  if (none.chiSquare - single.chiSquare < minImprovement) return none
  const both = bestSteps(points, context, true)
  const isBoth = single.chiSquare - both.chiSquare > minImprovement && both.slope > config.dividends.minBorrow
  return isBoth ? both : single
}

/** Fits the observations of the expiries of a chain; `noCarry` if they imply nothing significant. */
export const fitCarry = (observations: readonly CarryObservation[], context: CarryContext): FittedCarry => {
  const { spot } = context
  const points = observations.flatMap((observation): Point[] => {
    const { presentValue, error } = observation
    const remaining = spot - presentValue
    return remaining > 0
      ? [{ ...observation, value: -Math.log(remaining / spot), weight: (remaining / error) ** 2 }]
      : []
  })
  if (points.length < config.dividends.minExpiries) return noCarry
  const { firstDay, step, stepError, slope, slopeError } = selectModel(points, context)
  const isPaying = firstDay !== undefined && step > 0
  const days = isPaying ? stepDays(firstDay, context.lastDays) : []
  return {
    isFitted: true,
    dividends: days.map((day) => ({ years: day / config.daysPerYear, amount: step * spot })),
    relativeError: isPaying ? stepError / step : 0,
    firstDay: isPaying ? firstDay : undefined,
    borrowRate: slope > config.dividends.minBorrow ? slope : 0,
    borrowError: slope > config.dividends.minBorrow ? slopeError : 0,
  }
}
