/** A calendar year of the simulation: its sessions, and a path through them between two levels. */
import { addDays, isEarlyClose, isTradingDay } from '#service/markets/calendar.ts'
import type { Day } from '#service/markets/market.ts'
import { bell } from '#service/markets/random.ts'

const dayMs = 86_400_000
/** Days since 1970-01-01. */
export const ordinal = (day: Day): number => Date.parse(day) / dayMs

/** The trading days of a year. */
type YearSessions = {
  readonly days: readonly Day[]
  readonly ordinals: readonly number[]
  readonly earlyCloses: readonly boolean[]
}
const sessionsCache = new Map<number, YearSessions>()

/** Computed once per year, then cached. */
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

/** `noise` of random.ts for sequential positions: the values at both ends are computed once per interval. */
export function smoothNoise(seed: number): (x: number) => number {
  let interval = Number.NaN
  let startValue = 0
  let rise = 0
  return (x) => {
    const k = Math.floor(x)
    if (k !== interval) {
      interval = k
      startValue = bell(seed, k)
      rise = bell(seed, k + 1) - startValue
    }
    const f = x - k
    return startValue + rise * f * f * (3 - 2 * f)
  }
}

/** Logarithms of prices over a year: `start` is the level at the end of the previous year. */
export type YearPath = {
  readonly start: number
  readonly levels: Float64Array
  /** Daily standard deviations. */
  readonly sigmas: Float64Array
}

/** Adjusts a path of steps so that it ends at `end`; spreads the difference in proportion to variance. */
export function bridge(start: number, end: number, steps: Float64Array, sigmas: Float64Array): Float64Array {
  let sum = 0
  let total = 0
  for (let k = 0; k < steps.length; k++) {
    sum += steps[k] as number
    total += (sigmas[k] as number) ** 2
  }
  const pull = total > 0 ? (end - start - sum) / total : 0
  const levels = new Float64Array(steps.length)
  let level = start
  for (let k = 0; k < steps.length; k++) {
    level += (steps[k] as number) + pull * (sigmas[k] as number) ** 2
    levels[k] = level
  }
  return levels
}
