/**
 * Trades of the simulated market between two daily bars.
 *
 * The simulated exchange never closes. From the close of a session the price moves, trade by trade,
 * to the open of the next session and then to its close, so that the ticks agree with the bar of
 * that session. A trade is a function of seed, symbol and clock, so that all nodes return the same
 * quotes.
 */
import type { Quote } from '#contract/feed.ts'
import { approximateNormal, hashText, mix, noise, toUnitInterval } from '#service/markets/random.ts'
import { toTick } from './bars.ts'
import type { SimulatedSymbol } from './companies/entry.ts'

/** The running session, from the previous close to its own close. Times are epoch milliseconds. */
export type RunningSession = {
  /** The previous close. */
  readonly start: number
  /** The open of the regular session. */
  readonly open: number
  /** The close. */
  readonly end: number
  readonly previousClose: number
  /** The close before the previous one. */
  readonly closeBeforePrevious: number
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
/**
 * Periods of the price's waves, milliseconds. Amplitudes grow with the square root, as in a random
 * walk.
 */
const wavePeriods = [3_600_000, 720_000, 150_000, 30_000, 6_000]

/**
 * Mean interval of trades, milliseconds: from half a second for the most traded symbols to half a
 * minute.
 */
const tradeIntervalMs = (entry: SimulatedSymbol): number =>
  Math.min(30_000, Math.max(500, 6_000 / entry.averageVolume ** 0.6))

/** Time and number of the latest trade at or before `now`; times in epoch milliseconds. */
export function lastTrade(
  seed: number,
  entry: SimulatedSymbol,
  now: number,
): { time: number; tradeNumber: number } {
  const key = hashText(entry.symbol, seed)
  const intervalMs = tradeIntervalMs(entry)
  const tradeTime = (k: number) => Math.floor((k + 0.85 * toUnitInterval(mix(key, k))) * intervalMs)
  let tradeNumber = Math.floor(now / intervalMs)
  while (tradeTime(tradeNumber) > now) tradeNumber--
  return { time: tradeTime(tradeNumber), tradeNumber }
}

/** The quote at `now`, epoch milliseconds. */
export function quoteAt(seed: number, entry: SimulatedSymbol, running: RunningSession, now: number): Quote {
  const { start, open, end, previousClose, closeBeforePrevious, bar, sigma } = running
  const trade = lastTrade(seed, entry, now)
  const time = Math.min(end, Math.max(start, trade.time))
  const key = mix(hashText(entry.symbol, seed), 61)
  const inSession = time >= open
  const [from, to, startPrice, endPrice] = inSession
    ? [open, end, bar.open, bar.close]
    : [start, open, previousClose, bar.open]
  let level = Math.log(startPrice) + ((time - from) / (to - from)) * Math.log(endPrice / startPrice)
  for (const [index, period] of wavePeriods.entries()) {
    // Each wave fades towards both ends, so that the price meets the bar there.
    const fade = Math.min(1, (time - from) / period, (to - time) / period)
    level += 0.6 * sigma * Math.sqrt(period / sessionMs) * fade * noise(mix(key, index), time / period)
  }
  level +=
    0.00008 *
    Math.min(1, (time - from) / 5_000, (to - time) / 5_000) *
    approximateNormal(key, trade.tradeNumber)
  const unbounded = toTick(Math.exp(level))
  const last = inSession ? Math.min(bar.high, Math.max(bar.low, unbounded)) : unbounded
  // Until the next open the change is that of the last session, as in quotes of vendors: Friday's stays over the weekend.
  const base = inSession ? previousClose : closeBeforePrevious
  const change = Math.round((last - base) * 10_000) / 10_000
  return {
    symbol: entry.symbol,
    last,
    change,
    percentageChange: Math.round((change / base) * 1e6) / 1e4,
    volume: Math.round(bar.volume * ((time - start) / (end - start))),
    time: new Date(time).toISOString(),
  }
}
