/**
 * Trades of the simulated market between two daily bars.
 *
 * The simulated exchange never closes: from one session's close the price walks, trade by trade, to the next
 * session's open and then to its close, so that the ticks agree with the bar that follows. A trade is a function
 * of seed, symbol and clock; two nodes with one clock quote the same.
 */
import type { Quote } from '#contract/feed.ts'
import { bell, hashText, mix, noise, unit } from '#service/markets/random.ts'
import { toTick } from './bars.ts'
import type { SimulatedSymbol } from './companies/entry.ts'

/** The running session: from the last close to the next one, in epoch milliseconds. */
export type RunningSession = {
  readonly start: number
  readonly open: number
  readonly end: number
  readonly previousClose: number
  /** The bar that the session will have at its close. */
  readonly bar: {
    readonly open: number
    readonly high: number
    readonly low: number
    readonly close: number
    readonly volume: number
  }
  /** Daily standard deviation of the logarithm. */
  readonly sigma: number
}

const sessionMs = 6.5 * 3_600_000
/** Periods of the waves in a price, milliseconds; amplitudes grow with the square root, as in a random walk. */
const waves = [3_600_000, 720_000, 150_000, 30_000, 6_000]

/** Milliseconds between trades, on average: half a second for the busiest, half a minute for the quietest. */
const tradeIntervalMs = (entry: SimulatedSymbol): number =>
  Math.min(30_000, Math.max(500, 6_000 / entry.averageVolume ** 0.6))

/** The latest trade at or before `now`, in epoch milliseconds, and its number. */
export function lastTrade(
  seed: number,
  entry: SimulatedSymbol,
  now: number,
): { time: number; number: number } {
  const key = hashText(entry.symbol, seed)
  const intervalMs = tradeIntervalMs(entry)
  const timeOf = (k: number) => Math.floor((k + 0.85 * unit(mix(key, k))) * intervalMs)
  let number = Math.floor(now / intervalMs)
  while (timeOf(number) > now) number--
  return { time: timeOf(number), number }
}

/** The quote at `now`; see {@link RunningSession}. */
export function quoteAt(seed: number, entry: SimulatedSymbol, running: RunningSession, now: number): Quote {
  const { start, open, end, previousClose, bar, sigma } = running
  const trade = lastTrade(seed, entry, now)
  const time = Math.min(end, Math.max(start, trade.time))
  const key = mix(hashText(entry.symbol, seed), 61)
  const inSession = time >= open
  const [from, to, startPrice, endPrice] = inSession
    ? [open, end, bar.open, bar.close]
    : [start, open, previousClose, bar.open]
  let level = Math.log(startPrice) + ((time - from) / (to - from)) * Math.log(endPrice / startPrice)
  for (const [index, wave] of waves.entries()) {
    // Every wave fades towards both ends, so that the walk meets the bar.
    const fade = Math.min(1, (time - from) / wave, (to - time) / wave)
    level += 0.6 * sigma * Math.sqrt(wave / sessionMs) * fade * noise(mix(key, index), time / wave)
  }
  level += 0.00008 * Math.min(1, (time - from) / 5_000, (to - time) / 5_000) * bell(key, trade.number)
  const unbounded = toTick(Math.exp(level))
  const last = inSession ? Math.min(bar.high, Math.max(bar.low, unbounded)) : unbounded
  const change = Math.round((last - previousClose) * 10_000) / 10_000
  return {
    symbol: entry.symbol,
    last,
    change,
    percentageChange: Math.round((change / previousClose) * 1e6) / 1e4,
    volume: Math.round(bar.volume * ((time - start) / (end - start))),
    time: new Date(time).toISOString(),
  }
}
