/** A calendar year of the simulation: its sessions, and a path through them between two levels. */
import { addDays, isEarlyClose, isTradingDay } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { approximateNormal } from '#service/markets/random.ts'

const dayMs = 86_400_000
/** Days since 1970-01-01. */
export const ordinal = (day: Day): number => Date.parse(day) / dayMs

/** The sessions of a year, as columns of one length. */
type YearSessions = {
  readonly days: readonly Day[]
  readonly ordinals: readonly number[]
  readonly earlyCloses: readonly boolean[]
}
const sessionsCache = new Map<number, YearSessions>()

/** The sessions of a year; computed once, then cached. */
export function sessionsOf(year: number): YearSessions {
  let cached = sessionsCache.get(year)
  if (!cached) {
    const days: Day[] = []
    for (let day = `${year}-01-01`; day.startsWith(`${year}-`); day = addDays(day, 1))
      if (isTradingDay(day)) days.push(day)
    cached = { days, ordinals: days.map(ordinal), earlyCloses: days.map(isEarlyClose) }
    sessionsCache.set(year, cached)
  }
  return cached
}

/** Sessions per year, to convert yearly volatility to daily. */
export const sessionsPerYear = 252

/**
 * `noise` of random.ts, optimised for ascending positions: the values at both ends of an interval
 * are cached.
 */
export function smoothNoise(seed: number): (x: number) => number {
  let interval = Number.NaN
  let startValue = 0
  let rise = 0
  return (x) => {
    const k = Math.floor(x)
    if (k !== interval) {
      interval = k
      startValue = approximateNormal(seed, k)
      rise = approximateNormal(seed, k + 1) - startValue
    }
    const f = x - k
    return startValue + rise * f * f * (3 - 2 * f)
  }
}

/** A path of log prices over a year. */
export type YearPath = {
  /** The level at the end of the previous year. */
  readonly start: number
  readonly levels: Float64Array
  /** Daily standard deviations. */
  readonly sigmas: Float64Array
}

/**
 * Levels from `start` to `end`: sums the steps and spreads the difference to `end` in proportion to
 * variance.
 */
export function bridge(start: number, end: number, steps: Float64Array, sigmas: Float64Array): Float64Array {
  let stepSum = 0
  let totalVariance = 0
  for (let k = 0; k < steps.length; k++) {
    stepSum += steps[k] as number
    totalVariance += (sigmas[k] as number) ** 2
  }
  const correctionPerVariance = totalVariance > 0 ? (end - start - stepSum) / totalVariance : 0
  const levels = new Float64Array(steps.length)
  let level = start
  for (let k = 0; k < steps.length; k++) {
    level += (steps[k] as number) + correctionPerVariance * (sigmas[k] as number) ** 2
    levels[k] = level
  }
  return levels
}
