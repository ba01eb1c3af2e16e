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
import type { Bars, Day } from '#service/market/market.ts'
import { bell, hashText, mix, noise, normals, uniforms } from '#service/market/random.ts'
import { earningsMove, earningsOf } from './events.ts'
import type { Entry } from './entry.ts'
import type { MarketFactor } from './market-factor.ts'
import { bridge, sessionsOf, type YearPath } from './year-path.ts'

/** Sessions of a year, for turning yearly volatility into daily. */
const sessionsPerYear = 252

/** Daily standard deviation of a symbol's own returns on a day. `key` is the symbol's hash. */
export const ownSigma = (key: number, entry: Entry, day: number): number =>
  (entry.ownVolatility / Math.sqrt(sessionsPerYear)) *
  Math.exp(0.26 * noise(mix(key, 41), day / 85) + 0.12 * noise(mix(key, 42), day / 16))

/** Prices below a dollar are quoted in hundredths of a cent, others in cents. */
export const toTick = (price: number): number =>
  price < 1 ? Math.max(0.0001, Math.round(price * 10_000) / 10_000) : Math.round(price * 100) / 100

/** A year of a symbol's own path, session by session, apart from the market's. */
type OwnYear = YearPath & {
  /** Jumps of the logarithm: at earnings, and now and then without. */
  readonly jumps: Float64Array
}

function ownYear(seed: number, key: number, entry: Entry, year: number): OwnYear {
  const sessions = sessionsOf(year)
  const n = sessions.days.length
  const steps = new Float64Array(n)
  const jumps = new Float64Array(n)
  const sigmas = new Float64Array(n)
  const variances = new Float64Array(n)
  const pinScale = 0.3 * entry.ownVolatility
  const pin = (at: number) => pinScale * bell(mix(key, 43), at)
  const move = earningsMove(entry)
  const next = normals(mix(mix(key, 44), year))
  const luck = uniforms(mix(mix(key, 45), year))
  const reactions = new Set(earningsOf(seed, entry, year).map((event) => event.reaction))
  for (let k = 0; k < n; k++) {
    const day = sessions.ordinals[k] as number
    const sigma = ownSigma(key, entry, day)
    let jump = 0
    if (reactions.has(sessions.days[k] as Day)) jump = move * next()
    else if (entry.kind === 'stock' && luck() < 0.006) jump = 3.2 * sigma * next()
    jumps[k] = jump
    sigmas[k] = sigma
    variances[k] = sigma * sigma
    steps[k] = sigma * (next() + 0.17 * noise(mix(key, 46), day / 42)) + jump
  }
  return { start: pin(year), levels: bridge(pin(year), pin(year + 1), steps, variances), sigmas, jumps }
}

/** The random numbers of one session: of its gap, its reach up and down, and its crowd. */
type Luck = { readonly gap: number; readonly up: number; readonly down: number; readonly crowd: number }

const drawLuck = (next: () => number): Luck => ({
  gap: next(),
  up: Math.abs(next()),
  down: Math.abs(next()),
  crowd: next(),
})

/** How a session moves a symbol: from one price to the next, neither in ticks yet. */
type Move = {
  readonly previous: number
  readonly price: number
  /** Daily standard deviation of the logarithm, the market's and its own. */
  readonly sigma: number
  readonly jump: number
}

/** Open, high, low and close of a session, in ticks. */
function drawPrices({ previous, price, sigma, jump }: Move, luck: Luck) {
  const change = Math.log(price / previous)
  const gap = 0.85 * jump + 0.3 * (change - jump) + 0.28 * sigma * luck.gap
  const open = toTick(previous * Math.exp(gap))
  const close = toTick(price)
  return {
    open,
    high: Math.max(open, close, toTick(Math.max(open, close) * Math.exp(0.42 * sigma * luck.up))),
    low: Math.min(open, close, toTick(Math.min(open, close) * Math.exp(-0.42 * sigma * luck.down))),
    close,
  }
}

/** Shares traded on a session: more the further the price moves; `tide` is that of the weeks around. */
function volumeOf(
  entry: Entry,
  tide: number,
  { previous, price, sigma }: Move,
  isEarly: boolean | undefined,
): number {
  const excitement = 0.8 + 0.32 * Math.min(5, Math.abs(Math.log(price / previous)) / sigma)
  const shares = entry.averageVolume * 1e6 * excitement * tide * (isEarly ? 0.55 : 1)
  return Math.max(100, Math.round(shares))
}

const emptyBars = (days: readonly Day[]): Bars => ({
  date: days,
  open: new Float64Array(days.length),
  high: new Float64Array(days.length),
  low: new Float64Array(days.length),
  close: new Float64Array(days.length),
  volume: new Float64Array(days.length),
})

/**
 * The bars of some sessions, which must be consecutive. Throws where they are not trading days.
 */
export function makeBars(seed: number, factor: MarketFactor, entry: Entry, days: readonly Day[]): Bars {
  const bars = emptyBars(days)
  const first = days[0]
  const lastDay = days.at(-1)
  if (first === undefined || lastDay === undefined) return bars
  const key = hashText(entry.symbol, seed)
  const base = Math.log(entry.price)

  let at = 0
  for (let year = Number(first.slice(0, 4)); year <= Number(lastDay.slice(0, 4)); year++) {
    const sessions = sessionsOf(year)
    const market = factor(year)
    const own = ownYear(seed, key, entry, year)
    let previous = Math.exp(base + entry.beta * market.start + own.start)
    // One set of numbers per session, whichever part of the year is asked for.
    const next = normals(mix(mix(key, 47), year))
    for (let k = 0; k < sessions.days.length; k++) {
      const luck = drawLuck(next)
      const price = Math.exp(base + entry.beta * (market.levels[k] as number) + (own.levels[k] as number))
      if (sessions.days[k] === days[at]) {
        const sigma = Math.hypot(own.sigmas[k] as number, entry.beta * (market.sigmas[k] as number))
        const move = { previous, price, sigma, jump: own.jumps[k] as number }
        const { open, high, low, close } = drawPrices(move, luck)
        bars.open[at] = open
        bars.high[at] = high
        bars.low[at] = low
        bars.close[at] = close
        const day = sessions.ordinals[k] as number
        const tide = Math.exp(0.22 * noise(mix(key, 48), day / 25) + 0.2 * luck.crowd)
        bars.volume[at] = volumeOf(entry, tide, move, sessions.early[k])
        at++
      }
      previous = price
    }
  }
  if (at !== days.length) throw new Error(`not consecutive trading days: ${first} to ${lastDay}, ${days[at]}`)
  return bars
}
