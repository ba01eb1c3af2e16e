/**
 * Daily bars of the simulated market.
 *
 * Invariants:
 * 1. a bar depends on seed, symbol and day only: not on the clock, nor on earlier requests;
 * 2. any year can be computed separately, so that the clock may be anywhere;
 * 3. prices stay near the level of their company in any year.
 *
 * Therefore every calendar year is a bridge. Its first and last levels are functions of the year.
 * Daily returns are drawn and summed, and the difference to the last level is spread over the year
 * in proportion to variance. The log price of a symbol is level + beta x market + sector loading x
 * sector + its own bridge (factors.ts), with a jump at earnings. Volatility clusters and rises
 * after falls (surprises.ts). The market's `fear`, the effect of its past surprises, raises the
 * volatility of all symbols.
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { approximateNormal, hashText, mix } from '#service/markets/random.ts'
import { earningsMove, earningsOf } from './companies/events.ts'
import type { SimulatedSymbol } from './companies/entry.ts'
import {
  fearVariance,
  joinYears,
  type WindowPart,
  slowWaveAmplitude,
  smoothVariance,
  type Window,
} from './factors.ts'
import { type VolatilityResponse, stateVariance, statesOf, type Surprise, surprisesOf } from './surprises.ts'
import { bridge, ordinal, sessionsOf, sessionsPerYear, smoothNoise, type YearPath } from './year-path.ts'

/** Shocks of companies are rises or falls; those of the market are falls. */
const companySurprise: Surprise = { skew: 0.06, shock: { chance: 0.01, mean: -1.6, deviation: 5 }, limit: 8 }
/** Metal and bond funds have no company news, so no shocks. */
const calmSurprise: Surprise = { skew: 0, shock: { chance: 0, mean: 0, deviation: 0 }, limit: 8 }
const companyResponse: VolatilityResponse = { persistence: 0.97, leverage: -0.03, size: 0.09 }
/** Share of the market's `fear` (factors.ts) in every symbol's ln sigma. */
const sharedFear = 0.4
/** Part of a company's own variance that its sector explains. */
const sectorShare = 0.28

/**
 * A symbol's sensitivity to the factor of its sector, which has a standard deviation of one over a
 * year.
 */
export const sectorLoading = (entry: SimulatedSymbol): number =>
  entry.kind === 'stock' ? Math.sqrt(sectorShare) * entry.idiosyncraticVolatility : 0

/** Yearly volatility that is neither the market's nor the sector's, decimal. */
export const residualVolatility = (entry: SimulatedSymbol): number =>
  Math.sqrt(entry.idiosyncraticVolatility ** 2 - sectorLoading(entry) ** 2)

/** Rounds a price to its tick: a hundredth of a cent below a dollar, otherwise a cent. */
export const toTick = (price: number): number =>
  price < 1 ? Math.max(0.0001, Math.round(price * 10_000) / 10_000) : Math.round(price * 100) / 100

/** A symbol's history over a window. */
export type History = {
  readonly bars: Bars
  /**
   * Daily standard deviations of the log price, known at the previous close; without jumps at
   * earnings.
   */
  readonly sigmas: Float64Array
  /** The part of `sigmas` that is neither the market's nor the sector's. */
  readonly residualSigmas: Float64Array
}

/** Jumps of the log price at the earnings of a year, with the first session after each report. */
function jumpsOf(
  seed: number,
  key: number,
  entry: SimulatedSymbol,
  year: number,
): (readonly [Day, number])[] {
  const move = earningsMove(entry)
  return earningsOf(seed, entry, year).map(
    ({ reactionDay }) => [reactionDay, move * approximateNormal(mix(key, 45), ordinal(reactionDay))] as const,
  )
}

/** Returns a symbol's residual paths by year: without market and sector, with `jumps`. */
function createResidualYear(
  key: number,
  entry: SimulatedSymbol,
  jumps: ReadonlyMap<Day, number>,
): (part: WindowPart) => YearPath {
  const volatility = residualVolatility(entry)
  const surprise = entry.kind === 'stock' ? companySurprise : calmSurprise
  const slowWaveAt = smoothNoise(mix(key, 41))
  const trendAt = smoothNoise(mix(key, 46))
  const typicalSigma = volatility / Math.sqrt(sessionsPerYear)
  // Corrects for the mean of a lognormal variance, so that the mean variance is that of `typicalSigma`.
  const baseSigma =
    typicalSigma *
    Math.exp(
      -stateVariance(companyResponse) -
        slowWaveAmplitude ** 2 * smoothVariance -
        sharedFear ** 2 * fearVariance,
    )
  const yearStartLevel = (year: number) => 0.3 * volatility * approximateNormal(mix(key, 43), year)
  const surprisesIn = (year: number) =>
    surprisesOf(mix(mix(key, 44), year), sessionsOf(year).ordinals.length, surprise)
  let cachedYear: { readonly year: number; readonly surprises: Float64Array } | undefined
  return ({ year, fear }) => {
    const { days, ordinals } = sessionsOf(year)
    const surprises = surprisesIn(year)
    const previous = cachedYear?.year === year - 1 ? cachedYear.surprises : surprisesIn(year - 1)
    cachedYear = { year, surprises }
    const states = statesOf(previous, surprises, companyResponse)
    const [steps, sigmas] = [new Float64Array(days.length), new Float64Array(days.length)]
    for (let k = 0; k < days.length; k++) {
      const day = ordinals[k] as number
      const state =
        slowWaveAmplitude * slowWaveAt(day / 95) + (states[k] as number) + sharedFear * (fear[k] as number)
      const sigma = baseSigma * Math.exp(state)
      sigmas[k] = sigma
      steps[k] =
        sigma * (surprises[k] as number) +
        0.12 * typicalSigma * trendAt(day / 42) +
        (jumps.get(days[k] as Day) ?? 0)
    }
    return {
      start: yearStartLevel(year),
      levels: bridge(yearStartLevel(year), yearStartLevel(year + 1), steps, sigmas),
      sigmas,
    }
  }
}

/** Random numbers of one session, for its overnight gap, its high, its low and its volume. */
type SessionRandoms = {
  readonly gap: number
  readonly up: number
  readonly down: number
  readonly activity: number
}

/** The random numbers of a session, independent of earlier calls. `key` is the symbol's hash. */
export const sessionRandoms = (key: number, day: number): SessionRandoms => {
  const h = mix(mix(key, 47), day)
  return {
    gap: approximateNormal(h, 1),
    up: Math.abs(approximateNormal(h, 2)),
    down: Math.abs(approximateNormal(h, 3)),
    activity: approximateNormal(h, 4),
  }
}

/**
 * The move of a symbol in a session, from the previous close to its close, both before rounding to
 * ticks.
 */
export type Move = {
  readonly previous: number
  readonly price: number
  /** Daily standard deviation of the logarithm, including the market's. */
  readonly sigma: number
}

/** High and low of a session around its open and close, in ticks. */
export const highAndLow = (open: number, close: number, sigma: number, { up, down }: SessionRandoms) => ({
  high: Math.max(open, close, toTick(Math.max(open, close) * Math.exp(0.42 * sigma * up))),
  low: Math.min(open, close, toTick(Math.min(open, close) * Math.exp(-0.42 * sigma * down))),
})

/** The open of a session, rounded to a tick: most of a jump happens overnight. */
function openOf({ previous, price, sigma }: Move, jump: number, { gap }: SessionRandoms): number {
  const change = Math.log(price / previous)
  return toTick(previous * Math.exp(0.85 * jump + 0.3 * (change - jump) + 0.28 * sigma * gap))
}

/**
 * Shares traded in a session, more for larger moves. `volumeLevel` is a result of
 * `volumeLevelOf`.
 */
export function volumeOf(
  entry: SimulatedSymbol,
  { previous, price, sigma }: Move,
  volumeLevel: number,
  isEarlyClose: boolean | undefined,
): number {
  const moveFactor = 0.8 + 0.32 * Math.min(5, Math.abs(Math.log(price / previous)) / sigma)
  const shares = entry.averageVolume * 1e6 * moveFactor * volumeLevel * (isEarlyClose ? 0.55 : 1)
  return Math.max(100, Math.round(shares))
}

/**
 * Returns the relative volume of a session, which varies over weeks and by session. `key` is the
 * symbol's hash.
 */
export const volumeLevelOf = (key: number): ((day: number, randoms: SessionRandoms) => number) => {
  const weeklyLevelAt = smoothNoise(mix(key, 48))
  return (day, { activity }) => Math.exp(0.22 * weeklyLevelAt(day / 25) + 0.2 * activity)
}

/** Bars of `days` with all values 0; the caller fills them. */
export const emptyBars = (days: readonly Day[]): Bars => ({
  date: days,
  open: new Float64Array(days.length),
  high: new Float64Array(days.length),
  low: new Float64Array(days.length),
  close: new Float64Array(days.length),
  volume: new Float64Array(days.length),
})

/**
 * The history of a symbol over the sessions of a window. funds.ts computes funds that hold other
 * symbols.
 */
export function makeHistory(seed: number, entry: SimulatedSymbol, window: Window): History {
  const { days, ordinals, earlyCloses, market } = window
  const bars = emptyBars(days)
  const sigmas = new Float64Array(days.length)
  const key = hashText(entry.symbol, seed)
  const jumps = new Map(window.parts.flatMap(({ year }) => jumpsOf(seed, key, entry, year)))
  const residual = joinYears(window.parts, createResidualYear(key, entry, jumps))
  const sector = window.sectors.get(entry.sector)
  const loading = sector ? sectorLoading(entry) : 0
  const baseLevel = Math.log(entry.price)
  const volumeLevel = volumeLevelOf(key)
  let previous = Math.exp(
    baseLevel + entry.beta * market.start + loading * (sector?.start ?? 0) + residual.start,
  )
  for (let index = 0; index < days.length; index++) {
    const day = ordinals[index] as number
    const randoms = sessionRandoms(key, day)
    const sigma = Math.sqrt(
      (residual.sigmas[index] as number) ** 2 +
        (entry.beta * (market.sigmas[index] as number)) ** 2 +
        (loading * (sector?.sigmas[index] ?? 0)) ** 2,
    )
    const shared = entry.beta * (market.levels[index] as number) + loading * (sector?.levels[index] ?? 0)
    const price = Math.exp(baseLevel + shared + (residual.levels[index] as number))
    const move = { previous, price, sigma }
    const open = openOf(move, jumps.get(days[index] as Day) ?? 0, randoms)
    const close = toTick(price)
    const { high, low } = highAndLow(open, close, sigma, randoms)
    bars.open[index] = open
    bars.high[index] = high
    bars.low[index] = low
    bars.close[index] = close
    bars.volume[index] = volumeOf(entry, move, volumeLevel(day, randoms), earlyCloses[index])
    sigmas[index] = sigma
    previous = price
  }
  return { bars, sigmas, residualSigmas: residual.sigmas }
}
