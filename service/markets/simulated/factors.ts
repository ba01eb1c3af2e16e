/**
 * Shared price factors: the market's and one per sector, year by year, and windows of them over some
 * sessions.
 *
 * A calendar year is a bridge between levels that are functions of the year, so that any year can be computed
 * separately and prices stay near their company's level (bars.ts).
 */
import type { Day } from '#service/markets/market.ts'
import { bell, hashText, mix } from '#service/markets/random.ts'
import { sectors } from './companies/entry.ts'
import { type Answer, stateVariance, statesOf, type Surprise, surprisesOf } from './surprises.ts'
import { bridge, sessionsOf, sessionsPerYear, smoothNoise, type YearPath } from './year-path.ts'

/** The year in which prices have the levels of the symbol table; the market grows from there. */
const levelYear = 2026
const growth = 0.06
/** Yearly volatility of the market's factor in the long run, decimal. */
export const marketVolatility = 0.145

/** Crashes are the market's: about three a year, of three or four usual days. */
const marketSurprise: Surprise = {
  skew: 0.18,
  shock: { chance: 0.01, mean: -3.2, deviation: 0.6 },
  most: 4.5,
}
const marketAnswer: Answer = { persistence: 0.975, leverage: -0.075, size: 0.07 }
const sectorSurprise: Surprise = { skew: 0.06, shock: { chance: 0.004, mean: -1.5, deviation: 3 }, most: 6 }
const sectorAnswer: Answer = { persistence: 0.97, leverage: -0.04, size: 0.08 }

/** Height of the slow waves of ln sigma, and variance of {@link smoothNoise}: the mean of f² + (1 - f)² over its easing. */
export const slowWave = 0.28
export const smoothVariance = 0.743

/** Variance of the response of ln sigma to the market's surprises. */
export const fearVariance = stateVariance(marketAnswer)

/** Parameters of one shared path. */
type Shared = {
  readonly key: number
  /** Standard deviation of the logarithm over a year. */
  readonly volatility: number
  readonly surprise: Surprise
  readonly answer: Answer
  /** The level a year begins on. */
  readonly pin: (year: number) => number
}

/** A year of a factor; `states` is what surprises have done to ln sigma. */
type FactorYear = YearPath & { readonly states: Float64Array }

function factorYear(year: number, { key, volatility, surprise, answer, pin }: Shared): FactorYear {
  const { ordinals } = sessionsOf(year)
  const drawn = (of: number) => surprisesOf(mix(mix(key, 35), of), sessionsOf(of).ordinals.length, surprise)
  const surprises = drawn(year)
  const states = statesOf(drawn(year - 1), surprises, answer)
  const slow = smoothNoise(mix(key, 32))
  const trend = smoothNoise(mix(key, 36))
  const usual =
    (volatility / Math.sqrt(sessionsPerYear)) *
    Math.exp(-stateVariance(answer) - slowWave ** 2 * smoothVariance)
  const steps = new Float64Array(ordinals.length)
  const sigmas = new Float64Array(ordinals.length)
  for (let k = 0; k < ordinals.length; k++) {
    const day = ordinals[k] as number
    const sigma = usual * Math.exp(slowWave * slow(day / 110) + (states[k] as number))
    // Trends: a drift that changes every few weeks.
    steps[k] = sigma * (surprises[k] as number) + 0.1 * usual * trend(day / 38)
    sigmas[k] = sigma
  }
  return { start: pin(year), levels: bridge(pin(year), pin(year + 1), steps, sigmas), sigmas, states }
}

/** What of a window lies in one calendar year: its sessions `from` to `to` (exclusive). */
export type Part = {
  readonly year: number
  readonly from: number
  readonly to: number
  /** What surprises have done to the market's ln sigma, for every session of the year. */
  readonly fear: Float64Array
}

/** A stretch of consecutive sessions with all that prices share there. */
export type Window = {
  readonly days: readonly Day[]
  readonly ordinals: readonly number[]
  readonly early: readonly boolean[]
  readonly parts: readonly Part[]
  readonly market: Series
  /** By name; its paths have a standard deviation of one over a year. */
  readonly sectors: ReadonlyMap<string, Series>
}

/** Throws where `days` are not consecutive trading days. */
function partsOf(days: readonly Day[], fear: (year: number) => Float64Array): Part[] {
  const yearOf = (day: Day | undefined) => Number(day?.slice(0, 4))
  const parts: Part[] = []
  let at = 0
  for (let year = yearOf(days[0]); at < days.length; year++) {
    const known = sessionsOf(year).days
    const from = known.indexOf(days[at] as Day)
    const to = Math.min(known.length, from + days.length - at)
    const continues = at === 0 || from === 0
    if (from < 0 || !continues || known.slice(from, to).some((day, i) => day !== days[at + i]))
      throw new Error(`not consecutive trading days: ${days[0]} to ${days.at(-1)}, ${days[at]}`)
    parts.push({ year, from, to, fear: fear(year) })
    at += to - from
  }
  return parts
}

/** A path over the sessions of a window; its levels are logarithms. */
export type Series = Omit<YearPath, 'start'> & {
  /** The level before the first session. */
  readonly start: number
}

/** Lays the parts of years one behind the other. */
export function joined(parts: readonly Part[], of: (part: Part) => YearPath): Series {
  const count = parts.reduce((sum, { from, to }) => sum + to - from, 0)
  const [levels, sigmas] = [new Float64Array(count), new Float64Array(count)]
  let start = 0
  let at = 0
  for (const part of parts) {
    const { from, to } = part
    const path = of(part)
    if (at === 0) start = from === 0 ? path.start : (path.levels[from - 1] as number)
    levels.set(path.levels.subarray(from, to), at)
    sigmas.set(path.sigmas.subarray(from, to), at)
    at += to - from
  }
  return { start, levels, sigmas }
}

/** The factors of a seed over consecutive sessions; the last window is cached, because every symbol needs it. */
export function createFactors(seed: number): (days: readonly Day[]) => Window {
  const market: Shared = {
    key: mix(seed, 30),
    volatility: marketVolatility,
    surprise: marketSurprise,
    answer: marketAnswer,
    pin: (year) => growth * (year - levelYear) + 0.05 * bell(mix(seed, 34), year),
  }
  const bySector = Object.values(sectors).map((name) => {
    const key = mix(seed, hashText(name))
    const shared: Shared = {
      key,
      volatility: 1,
      surprise: sectorSurprise,
      answer: sectorAnswer,
      pin: (year) => 0.3 * bell(mix(key, 34), year),
    }
    return [name, shared] as const
  })
  let last: Window | undefined
  return (days) => {
    if (
      last &&
      last.days.length === days.length &&
      last.days[0] === days[0] &&
      last.days.at(-1) === days.at(-1)
    )
      return last
    const parts = partsOf(days, (year) => factorYear(year, market).states)
    const over = (shared: Shared) => joined(parts, ({ year }) => factorYear(year, shared))
    const gather = <T>(column: (sessions: ReturnType<typeof sessionsOf>) => readonly T[]) =>
      parts.flatMap(({ year, from, to }) => column(sessionsOf(year)).slice(from, to))
    last = {
      days,
      ordinals: gather((sessions) => sessions.ordinals),
      early: gather((sessions) => sessions.early),
      parts,
      market: over(market),
      sectors: new Map(bySector.map(([name, shared]) => [name, over(shared)])),
    }
    return last
  }
}
