/**
 * Daily bars of the simulated market.
 *
 * What must hold:
 * 1. a bar depends on seed, symbol and day only: not on the clock, nor on which symbols were asked before;
 * 2. any year can be computed by itself, so that the clock may stand anywhere;
 * 3. prices stay near the level their company has, however many years pass.
 *
 * So every calendar year is a bridge. Its first and last level are functions of the year; in between daily returns
 * are drawn, summed, and the difference to the last level is spread over the year in proportion to variance.
 * A symbol's log price = level + beta x market factor + its own bridge. Volatility and drift are smooth noise over
 * the days (regimes and trends), with market shocks, jumps at earnings and now and then a jump of its own.
 */
import { addDays, isEarlyClose, isTradingDay } from '#service/market/calendar.ts'
import type { Bars, Day } from '#service/market/market.ts'
import { bell, hashText, mix, noise, normals, uniforms, unit } from '#service/market/random.ts'
import { earningsMove, earningsOf } from './events.ts'
import type { Entry } from './entry.ts'

const dayMs = 86_400_000
/** Sessions of a year, for turning yearly volatility into daily. */
const sessionsPerYear = 252
/** The year in which prices have the levels of the symbol table; the market grows from there. */
const levelYear = 2026
const growth = 0.06

/** Days since 1970-01-01. */
export const ordinal = (day: Day): number => Date.parse(day) / dayMs

type Sessions = {
  readonly days: readonly Day[]
  readonly ordinals: readonly number[]
  readonly early: readonly boolean[]
}
const sessionsCache = new Map<number, Sessions>()

function sessionsOf(year: number): Sessions {
  let known = sessionsCache.get(year)
  if (!known) {
    const days: Day[] = []
    for (let day = `${year}-01-01`; day.startsWith(`${year}-`); day = addDays(day, 1))
      if (isTradingDay(day)) days.push(day)
    known = { days, ordinals: days.map(ordinal), early: days.map(isEarlyClose) }
    sessionsCache.set(year, known)
  }
  return known
}

/** Blocks of days in which at most one market shock begins. */
const shockBlock = 160

/** The market shock of a block: the day it starts and its log return, where there is one. */
function shockIn(seed: number, block: number): { at: number; size: number } | undefined {
  const h = mix(mix(seed, 31), block)
  if (unit(h) > 0.4) return undefined
  return {
    at: block * shockBlock + Math.floor(unit(mix(h, 1)) * shockBlock),
    size: -0.02 - 0.025 * unit(mix(h, 2)),
  }
}

/** Daily standard deviation of the market factor on a day: calm and nervous regimes, and the fear after shocks. */
export function marketSigma(seed: number, day: number): number {
  let fear = 0
  const block = Math.floor(day / shockBlock)
  for (const shock of [shockIn(seed, block - 1), shockIn(seed, block)]) {
    if (shock && day >= shock.at) fear += -22 * shock.size * Math.exp((shock.at - day) / 28)
  }
  return (
    0.0075 *
    Math.exp(0.28 * noise(mix(seed, 32), day / 95) + 0.14 * noise(mix(seed, 33), day / 14)) *
    (1 + fear)
  )
}

/** Daily standard deviation of a symbol's own returns on a day. `key` is the symbol's hash. */
export const ownSigma = (key: number, entry: Entry, day: number): number =>
  (entry.ownVolatility / Math.sqrt(sessionsPerYear)) *
  Math.exp(0.26 * noise(mix(key, 41), day / 85) + 0.12 * noise(mix(key, 42), day / 16))

/** Bends a path of steps so that it ends at `end`, spreading the difference in proportion to variance. */
function bridge(start: number, end: number, steps: Float64Array, variances: Float64Array): Float64Array {
  let sum = 0
  let total = 0
  for (let k = 0; k < steps.length; k++) {
    sum += steps[k] as number
    total += variances[k] as number
  }
  const pull = total > 0 ? (end - start - sum) / total : 0
  const levels = new Float64Array(steps.length)
  let level = start
  for (let k = 0; k < steps.length; k++) {
    level += (steps[k] as number) + pull * (variances[k] as number)
    levels[k] = level
  }
  return levels
}

/** `start` is the level the year before ended on. */
type MarketYear = { readonly start: number; readonly levels: Float64Array; readonly sigmas: Float64Array }

/** The market factor of a seed, year by year, remembered: every symbol needs it. */
export type MarketFactor = (year: number) => MarketYear

export function marketFactor(seed: number): MarketFactor {
  const cache = new Map<number, MarketYear>()
  const pin = (year: number) => growth * (year - levelYear) + 0.05 * bell(mix(seed, 34), year)
  return (year) => {
    let known = cache.get(year)
    if (!known) {
      const { ordinals } = sessionsOf(year)
      const next = normals(mix(mix(seed, 35), year))
      const steps = new Float64Array(ordinals.length)
      const sigmas = new Float64Array(ordinals.length)
      const variances = new Float64Array(ordinals.length)
      for (let k = 0; k < ordinals.length; k++) {
        const day = ordinals[k] as number
        const sigma = marketSigma(seed, day)
        const before = ordinals[k - 1] ?? day - 4
        const shock =
          shockIn(seed, Math.floor(day / shockBlock)) ?? shockIn(seed, Math.floor(before / shockBlock))
        const struck = shock && shock.at > before && shock.at <= day ? shock.size : 0
        // Trends: a drift of its own that turns every few weeks.
        steps[k] = sigma * (next() + 0.16 * noise(mix(seed, 36), day / 38)) + struck
        sigmas[k] = sigma
        variances[k] = sigma * sigma
      }
      known = { start: pin(year), levels: bridge(pin(year), pin(year + 1), steps, variances), sigmas }
      if (cache.size > 16) cache.clear()
      cache.set(year, known)
    }
    return known
  }
}

/** Prices below a dollar are quoted in hundredths of a cent, others in cents. */
export const toTick = (price: number): number =>
  price < 1 ? Math.max(0.0001, Math.round(price * 10_000) / 10_000) : Math.round(price * 100) / 100

/**
 * The bars of some sessions, which must be consecutive. Throws where they are not trading days.
 */
export function makeBars(seed: number, factor: MarketFactor, entry: Entry, days: readonly Day[]): Bars {
  const count = days.length
  const bars = {
    date: days,
    open: new Float64Array(count),
    high: new Float64Array(count),
    low: new Float64Array(count),
    close: new Float64Array(count),
    volume: new Float64Array(count),
  }
  const first = days[0]
  const lastDay = days[count - 1]
  if (first === undefined || lastDay === undefined) return bars
  const key = hashText(entry.symbol, seed)
  const pinScale = 0.3 * entry.ownVolatility
  const pin = (year: number) => pinScale * bell(mix(key, 43), year)
  const move = earningsMove(entry)
  const base = Math.log(entry.price)

  let at = 0
  for (let year = Number(first.slice(0, 4)); year <= Number(lastDay.slice(0, 4)); year++) {
    const sessions = sessionsOf(year)
    const market = factor(year)
    const n = sessions.days.length
    const own = new Float64Array(n)
    const jumps = new Float64Array(n)
    const sigmas = new Float64Array(n)
    const variances = new Float64Array(n)
    const next = normals(mix(mix(key, 44), year))
    const luck = uniforms(mix(mix(key, 45), year))
    const reactions = new Map(earningsOf(seed, entry, year).map((event) => [event.reaction, event]))
    for (let k = 0; k < n; k++) {
      const day = sessions.ordinals[k] as number
      const sigma = ownSigma(key, entry, day)
      let jump = 0
      if (reactions.has(sessions.days[k] as Day)) jump = move * next()
      else if (entry.kind === 'stock' && luck() < 0.006) jump = 3.2 * sigma * next()
      jumps[k] = jump
      sigmas[k] = sigma
      variances[k] = sigma * sigma
      own[k] = sigma * (next() + 0.17 * noise(mix(key, 46), day / 42)) + jump
    }
    const levels = bridge(pin(year), pin(year + 1), own, variances)
    let previous = Math.exp(base + entry.beta * market.start + pin(year))
    // One set of numbers per session, whichever part of the year is asked for.
    const shape = normals(mix(mix(key, 47), year))
    for (let k = 0; k < n; k++) {
      const gapLuck = shape()
      const up = Math.abs(shape())
      const down = Math.abs(shape())
      const crowd = shape()
      const wanted = sessions.days[k] === days[at]
      const price = Math.exp(base + entry.beta * (market.levels[k] as number) + (levels[k] as number))
      if (!wanted) {
        previous = price
        continue
      }
      const sigma = Math.hypot(sigmas[k] as number, entry.beta * (market.sigmas[k] as number))
      const change = Math.log(price / previous)
      const jump = jumps[k] as number
      const gap = 0.85 * jump + 0.3 * (change - jump) + 0.28 * sigma * gapLuck
      const open = toTick(previous * Math.exp(gap))
      const close = toTick(price)
      bars.open[at] = open
      bars.close[at] = close
      bars.high[at] = Math.max(open, close, toTick(Math.max(open, close) * Math.exp(0.42 * sigma * up)))
      bars.low[at] = Math.min(open, close, toTick(Math.min(open, close) * Math.exp(-0.42 * sigma * down)))
      const excitement = 0.8 + 0.32 * Math.min(5, Math.abs(change) / sigma)
      const tide = Math.exp(0.22 * noise(mix(key, 48), (sessions.ordinals[k] as number) / 25) + 0.2 * crowd)
      bars.volume[at] = Math.max(
        100,
        Math.round(entry.averageVolume * 1e6 * excitement * tide * (sessions.early[k] ? 0.55 : 1)),
      )
      previous = price
      at++
    }
  }
  if (at !== count) throw new Error(`not consecutive trading days: ${first} to ${lastDay}, ${days[at]}`)
  return bars
}
