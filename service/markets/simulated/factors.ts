/**
 * Shared price factors: one of the market, one per sector and one per group of peers, year by year,
 * and windows of them over consecutive sessions. The market's `fear`, the effect of its past
 * surprises, raises the volatility of all other factors and of all symbols.
 *
 * A calendar year is a bridge between levels that are functions of the year, so that any year can
 * be computed separately and prices stay near their company's level (bars.ts).
 */
import type { Day } from '#service/markets/market.ts'
import { approximateNormal, hashText, mix } from '#service/markets/random.ts'
import { type VolatilityResponse, statesOf, type Surprise, surprisesOf } from './surprises.ts'
import { createMemory, medianFactor, slowWaveAmplitude, type VolatilityMemory } from './volatility-memory.ts'
import { bridge, sessionsOf, sessionsPerYear, smoothNoise, type YearPath } from './year-path.ts'

/**
 * The year in which prices have the levels of the symbol table. The market grows by `yearlyGrowth`
 * from that year.
 */
const levelYear = 2026
const yearlyGrowth = 0.06
/** Yearly volatility of the market's factor in the long run, decimal. */
export const marketVolatility = 0.145

/**
 * Only the market factor has crashes: about three a year, each of three or four typical daily
 * moves.
 */
const marketSurprise: Surprise = {
  skew: 0.18,
  shock: { chance: 0.008, mean: -3.2, deviation: 0.6 },
  limit: 4.5,
}
export const marketResponse: VolatilityResponse = { persistence: 0.955, leverage: -0.11, size: 0.09 }
/** Memory of the market's volatility. */
export const marketMemory = createMemory([{ response: marketResponse, share: 1 }])
const groupSurprise: Surprise = { skew: 0.06, shock: { chance: 0.003, mean: -1.5, deviation: 2.5 }, limit: 6 }
const groupResponse: VolatilityResponse = { persistence: 0.95, leverage: -0.04, size: 0.1 }
/** Share of the market's `fear` in the ln sigma of all other paths. */
export const sharedFear = 0.6
/** Memory of the volatility of sectors and groups of peers. */
export const groupMemory = createMemory([
  { response: groupResponse, share: 1 },
  { response: marketResponse, share: sharedFear },
])

/** Parameters of one shared path. */
type FactorParameters = {
  readonly key: number
  /** Standard deviation of the logarithm over a year. */
  readonly volatility: number
  readonly surprise: Surprise
  readonly response: VolatilityResponse
  readonly memory: VolatilityMemory
  /** The level at which a year begins. */
  readonly yearStartLevel: (year: number) => number
}

/** The path of a factor over a year. `states` is the effect of past surprises on ln sigma. */
type FactorYear = YearPath & { readonly states: Float64Array }

/** @param fear the market's; undefined for the market itself */
function factorYear(
  year: number,
  { key, volatility, surprise, response, memory, yearStartLevel }: FactorParameters,
  fear?: Float64Array,
): FactorYear {
  const { ordinals } = sessionsOf(year)
  const surprisesIn = (targetYear: number) =>
    surprisesOf(mix(mix(key, 35), targetYear), sessionsOf(targetYear).ordinals.length, surprise)
  const surprises = surprisesIn(year)
  const states = statesOf(surprisesIn(year - 1), surprises, response)
  const slowWaveAt = smoothNoise(mix(key, 32))
  const trendAt = smoothNoise(mix(key, 36))
  const typicalSigma = (volatility / Math.sqrt(sessionsPerYear)) * medianFactor(memory)
  const steps = new Float64Array(ordinals.length)
  const sigmas = new Float64Array(ordinals.length)
  for (let k = 0; k < ordinals.length; k++) {
    const day = ordinals[k] as number
    const state = (states[k] as number) + sharedFear * (fear?.[k] ?? 0)
    const sigma = typicalSigma * Math.exp(slowWaveAmplitude * slowWaveAt(day / 110) + state)
    // The last term is a drift that changes every few weeks.
    steps[k] = sigma * (surprises[k] as number) + 0.1 * typicalSigma * trendAt(day / 38)
    sigmas[k] = sigma
  }
  const start = yearStartLevel(year)
  return { start, levels: bridge(start, yearStartLevel(year + 1), steps, sigmas), sigmas, states }
}

/**
 * The part of a window in one calendar year: the indexes of its sessions in the year, `to`
 * exclusive.
 */
export type WindowPart = {
  readonly year: number
  readonly from: number
  readonly to: number
  /** The effect of past surprises on the market's ln sigma, for every session of the year. */
  readonly fear: Float64Array
}

/** Consecutive sessions with the factors that all prices share. */
export type Window = {
  readonly days: readonly Day[]
  readonly ordinals: readonly number[]
  readonly earlyCloses: readonly boolean[]
  readonly parts: readonly WindowPart[]
  readonly market: Series
  /**
   * The path of a sector or of a group of peers, by name, with a standard deviation of one over a
   * year; computed once for a window.
   */
  readonly groupPath: (name: string) => Series
}

/**
 * Splits consecutive trading days by calendar year.
 *
 * @throws Error if they are not consecutive
 */
function partsOf(days: readonly Day[], fear: (year: number) => Float64Array): WindowPart[] {
  const yearOf = (day: Day | undefined) => Number(day?.slice(0, 4))
  const parts: WindowPart[] = []
  let index = 0
  for (let year = yearOf(days[0]); index < days.length; year++) {
    const yearDays = sessionsOf(year).days
    const from = yearDays.indexOf(days[index] as Day)
    const to = Math.min(yearDays.length, from + days.length - index)
    const isContinuous = index === 0 || from === 0
    if (from < 0 || !isContinuous || yearDays.slice(from, to).some((day, i) => day !== days[index + i]))
      throw new Error(`not consecutive trading days: ${days[0]} to ${days.at(-1)}, ${days[index]}`)
    parts.push({ year, from, to, fear: fear(year) })
    index += to - from
  }
  return parts
}

/** A path over the sessions of a window; its levels are logarithms. */
export type Series = Omit<YearPath, 'start'> & {
  /** The level before the first session. */
  readonly start: number
}

/** Concatenates the paths of the window's years. */
export function joinYears(parts: readonly WindowPart[], pathOf: (part: WindowPart) => YearPath): Series {
  const count = parts.reduce((sum, { from, to }) => sum + to - from, 0)
  const [levels, sigmas] = [new Float64Array(count), new Float64Array(count)]
  let start = 0
  let offset = 0
  for (const part of parts) {
    const { from, to } = part
    const path = pathOf(part)
    if (offset === 0) start = from === 0 ? path.start : (path.levels[from - 1] as number)
    levels.set(path.levels.subarray(from, to), offset)
    sigmas.set(path.sigmas.subarray(from, to), offset)
    offset += to - from
  }
  return { start, levels, sigmas }
}

/**
 * Returns the factors of a seed over consecutive sessions. Caches the last window, because every
 * symbol needs it.
 */
export function createFactors(seed: number): (days: readonly Day[]) => Window {
  const market: FactorParameters = {
    key: mix(seed, 30),
    volatility: marketVolatility,
    surprise: marketSurprise,
    response: marketResponse,
    memory: marketMemory,
    yearStartLevel: (year) =>
      yearlyGrowth * (year - levelYear) + 0.05 * approximateNormal(mix(seed, 34), year),
  }
  const groupParameters = (name: string): FactorParameters => {
    const key = mix(seed, hashText(name))
    return {
      key,
      volatility: 1,
      surprise: groupSurprise,
      response: groupResponse,
      memory: groupMemory,
      yearStartLevel: (year) => 0.3 * approximateNormal(mix(key, 34), year),
    }
  }
  let cachedWindow: Window | undefined
  return (days) => {
    if (
      cachedWindow &&
      cachedWindow.days.length === days.length &&
      cachedWindow.days[0] === days[0] &&
      cachedWindow.days.at(-1) === days.at(-1)
    )
      return cachedWindow
    const marketYears = new Map<number, FactorYear>()
    const marketYear = (year: number) => {
      let cached = marketYears.get(year)
      if (!cached) marketYears.set(year, (cached = factorYear(year, market)))
      return cached
    }
    const parts = partsOf(days, (year) => marketYear(year).states)
    const groupPaths = new Map<string, Series>()
    const collect = <T>(column: (sessions: ReturnType<typeof sessionsOf>) => readonly T[]) =>
      parts.flatMap(({ year, from, to }) => column(sessionsOf(year)).slice(from, to))
    cachedWindow = {
      days,
      ordinals: collect((sessions) => sessions.ordinals),
      earlyCloses: collect((sessions) => sessions.earlyCloses),
      parts,
      market: joinYears(parts, ({ year }) => marketYear(year)),
      groupPath: (name) => {
        let path = groupPaths.get(name)
        if (!path) {
          const parameters = groupParameters(name)
          path = joinYears(parts, ({ year, fear }) => factorYear(year, parameters, fear))
          groupPaths.set(name, path)
        }
        return path
      },
    }
    return cachedWindow
  }
}
