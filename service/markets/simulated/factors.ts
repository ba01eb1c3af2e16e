/**
 * Shared price factors: one of the market and one per sector, year by year, and windows of them
 * over consecutive sessions.
 *
 * A calendar year is a bridge between levels that are functions of the year, so that any year can
 * be computed separately and prices stay near their company's level (bars.ts).
 */
import type { Day } from '#service/markets/market.ts'
import { approximateNormal, hashText, mix } from '#service/markets/random.ts'
import { sectors } from './companies/entry.ts'
import { type VolatilityResponse, stateVariance, statesOf, type Surprise, surprisesOf } from './surprises.ts'
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
  shock: { chance: 0.01, mean: -3.2, deviation: 0.6 },
  limit: 4.5,
}
const marketResponse: VolatilityResponse = { persistence: 0.975, leverage: -0.075, size: 0.07 }
const sectorSurprise: Surprise = { skew: 0.06, shock: { chance: 0.004, mean: -1.5, deviation: 3 }, limit: 6 }
const sectorResponse: VolatilityResponse = { persistence: 0.97, leverage: -0.04, size: 0.08 }

/** Amplitude of the slow waves in ln sigma. */
export const slowWaveAmplitude = 0.28
/** Variance of {@link smoothNoise}: the mean of f² + (1 - f)² over its easing. */
export const smoothVariance = 0.743

/** Variance of the response of ln sigma to the market's surprises. */
export const fearVariance = stateVariance(marketResponse)

/** Parameters of one shared path. */
type FactorParameters = {
  readonly key: number
  /** Standard deviation of the logarithm over a year. */
  readonly volatility: number
  readonly surprise: Surprise
  readonly response: VolatilityResponse
  /** The level at which a year begins. */
  readonly yearStartLevel: (year: number) => number
}

/** The path of a factor over a year. `states` is the effect of past surprises on ln sigma. */
type FactorYear = YearPath & { readonly states: Float64Array }

function factorYear(
  year: number,
  { key, volatility, surprise, response, yearStartLevel }: FactorParameters,
): FactorYear {
  const { ordinals } = sessionsOf(year)
  const surprisesIn = (targetYear: number) =>
    surprisesOf(mix(mix(key, 35), targetYear), sessionsOf(targetYear).ordinals.length, surprise)
  const surprises = surprisesIn(year)
  const states = statesOf(surprisesIn(year - 1), surprises, response)
  const slowWaveAt = smoothNoise(mix(key, 32))
  const trendAt = smoothNoise(mix(key, 36))
  const typicalSigma =
    (volatility / Math.sqrt(sessionsPerYear)) *
    Math.exp(-stateVariance(response) - slowWaveAmplitude ** 2 * smoothVariance)
  const steps = new Float64Array(ordinals.length)
  const sigmas = new Float64Array(ordinals.length)
  for (let k = 0; k < ordinals.length; k++) {
    const day = ordinals[k] as number
    const sigma = typicalSigma * Math.exp(slowWaveAmplitude * slowWaveAt(day / 110) + (states[k] as number))
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
  /** By sector name; their paths have a standard deviation of one over a year. */
  readonly sectors: ReadonlyMap<string, Series>
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
    yearStartLevel: (year) =>
      yearlyGrowth * (year - levelYear) + 0.05 * approximateNormal(mix(seed, 34), year),
  }
  const bySector = Object.values(sectors).map((name) => {
    const key = mix(seed, hashText(name))
    const parameters: FactorParameters = {
      key,
      volatility: 1,
      surprise: sectorSurprise,
      response: sectorResponse,
      yearStartLevel: (year) => 0.3 * approximateNormal(mix(key, 34), year),
    }
    return [name, parameters] as const
  })
  let cachedWindow: Window | undefined
  return (days) => {
    if (
      cachedWindow &&
      cachedWindow.days.length === days.length &&
      cachedWindow.days[0] === days[0] &&
      cachedWindow.days.at(-1) === days.at(-1)
    )
      return cachedWindow
    const parts = partsOf(days, (year) => factorYear(year, market).states)
    const seriesOf = (parameters: FactorParameters) =>
      joinYears(parts, ({ year }) => factorYear(year, parameters))
    const collect = <T>(column: (sessions: ReturnType<typeof sessionsOf>) => readonly T[]) =>
      parts.flatMap(({ year, from, to }) => column(sessionsOf(year)).slice(from, to))
    cachedWindow = {
      days,
      ordinals: collect((sessions) => sessions.ordinals),
      earlyCloses: collect((sessions) => sessions.earlyCloses),
      parts,
      market: seriesOf(market),
      sectors: new Map(bySector.map(([name, parameters]) => [name, seriesOf(parameters)])),
    }
    return cachedWindow
  }
}
