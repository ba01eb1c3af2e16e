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
 * in proportion to variance. The log price of a symbol is level + beta x market + loading x sector +
 * loading x peers (factors.ts) + its own bridge, with a jump at earnings. Volatility clusters and
 * rises after falls (surprises.ts).
 */
import type { Bars, Day } from '#service/markets/market.ts'
import { approximateNormal, hashText, mix } from '#service/markets/random.ts'
import { companyKey, earningsMove, reportsAfter } from './companies/events.ts'
import type { SimulatedSymbol } from './companies/entry.ts'
import { exposuresOf, residualVolatility } from './companies/exposures.ts'
import {
  groupMemory,
  joinYears,
  marketMemory,
  marketResponse,
  marketVolatility,
  sharedFear,
  type Window,
  type WindowPart,
} from './factors.ts'
import { type VolatilityResponse, statesOf, type Surprise, surprisesOf } from './surprises.ts'
import { createMemory, medianFactor, slowWaveAmplitude, type VarianceComponent } from './volatility-memory.ts'
import { bridge, ordinal, sessionsOf, sessionsPerYear, smoothNoise, type YearPath } from './year-path.ts'

/** Shocks of companies are rises or falls; those of the market are falls. */
const companySurprise: Surprise = { skew: 0.08, shock: { chance: 0.003, mean: -1.2, deviation: 3 }, limit: 8 }
/** Metal and bond funds have no company news, so no shocks. */
const calmSurprise: Surprise = { skew: 0, shock: { chance: 0, mean: 0, deviation: 0 }, limit: 8 }
const companyResponse: VolatilityResponse = { persistence: 0.94, leverage: -0.08, size: 0.21 }
const companyMemory = createMemory([
  { response: companyResponse, share: 1 },
  { response: marketResponse, share: sharedFear },
])

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
  /** The part of `sigmas` that no factor explains. */
  readonly residualSigmas: Float64Array
  /** The parts of `sigmas`², from which options forecast it. */
  readonly components: readonly VarianceComponent[]
}

/** Jumps of the log price in a year, with the first session after each report. */
function jumpsOf(seed: number, entry: SimulatedSymbol, year: number): (readonly [Day, number])[] {
  const key = mix(companyKey(seed, entry), 45)
  const move = earningsMove(entry)
  return reportsAfter(seed, entry, `${year - 1}-12-31`, `${year}-12-31`).map(
    ({ reactionDay }) => [reactionDay, move * approximateNormal(key, ordinal(reactionDay))] as const,
  )
}

/** Returns a symbol's residual paths by year: without factors, with `jumps`. */
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
  const baseSigma = typicalSigma * medianFactor(companyMemory)
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

/** Sensitivities of a symbol or a fund, and its own variance, in a window. */
type Sensitivities = {
  readonly beta: number
  /** By sector or group of peers. */
  readonly loadings: Iterable<readonly [string, number]>
  readonly residualSigmas: Float64Array
  /** Yearly volatility of the residual in the long run, decimal. */
  readonly residualVolatility: number
}

/** The parts of a symbol's variance. */
export function componentsOf(
  { market, groupPath }: Window,
  { beta, loadings, residualSigmas, residualVolatility: residual }: Sensitivities,
): VarianceComponent[] {
  const daily = 1 / sessionsPerYear
  return [
    {
      weight: beta ** 2,
      sigmas: market.sigmas,
      longRunVariance: marketVolatility ** 2 * daily,
      memory: marketMemory,
    },
    ...Array.from(loadings, ([name, loading]) => ({
      weight: loading ** 2,
      sigmas: groupPath(name).sigmas,
      longRunVariance: daily,
      memory: groupMemory,
    })),
    {
      weight: 1,
      sigmas: residualSigmas,
      longRunVariance: residual ** 2 * daily,
      memory: companyMemory,
    },
  ].filter(({ weight, longRunVariance }) => weight * longRunVariance > 0)
}

/** Daily standard deviations of the sum of independent components. */
export function sumOfComponents(components: readonly VarianceComponent[], sessions: number): Float64Array {
  const sums = new Float64Array(sessions)
  for (const { weight, sigmas } of components)
    for (let index = 0; index < sessions; index++)
      sums[index] = (sums[index] as number) + weight * (sigmas[index] as number) ** 2
  return sums.map(Math.sqrt)
}

/**
 * The history of a symbol over the sessions of a window. funds.ts computes funds that hold other
 * symbols.
 */
export function makeHistory(seed: number, entry: SimulatedSymbol, window: Window): History {
  const { days, ordinals, earlyCloses, market } = window
  const bars = emptyBars(days)
  const key = hashText(entry.symbol, seed)
  const jumps = new Map(window.parts.flatMap(({ year }) => jumpsOf(seed, entry, year)))
  const residual = joinYears(window.parts, createResidualYear(key, entry, jumps))
  const exposures = exposuresOf(entry)
  const groups = exposures.map(({ factor, loading }) => ({ loading, path: window.groupPath(factor) }))
  const components = componentsOf(window, {
    beta: entry.beta,
    loadings: exposures.map(({ factor, loading }) => [factor, loading]),
    residualSigmas: residual.sigmas,
    residualVolatility: residualVolatility(entry),
  })
  const sigmas = sumOfComponents(components, days.length)
  const baseLevel = Math.log(entry.price)
  const volumeLevel = volumeLevelOf(key)
  let start = baseLevel + entry.beta * market.start + residual.start
  for (const { loading, path } of groups) start += loading * path.start
  let previous = Math.exp(start)
  for (let index = 0; index < days.length; index++) {
    const day = ordinals[index] as number
    const randoms = sessionRandoms(key, day)
    const sigma = sigmas[index] as number
    let level = baseLevel + entry.beta * (market.levels[index] as number) + (residual.levels[index] as number)
    for (const { loading, path } of groups) level += loading * (path.levels[index] as number)
    const price = Math.exp(level)
    const move = { previous, price, sigma }
    const open = openOf(move, jumps.get(days[index] as Day) ?? 0, randoms)
    const close = toTick(price)
    const { high, low } = highAndLow(open, close, sigma, randoms)
    bars.open[index] = open
    bars.high[index] = high
    bars.low[index] = low
    bars.close[index] = close
    bars.volume[index] = volumeOf(entry, move, volumeLevel(day, randoms), earlyCloses[index])
    previous = price
  }
  return { bars, sigmas, residualSigmas: residual.sigmas, components }
}
