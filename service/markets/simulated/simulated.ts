/**
 * The simulated market: over 500 symbols with invented but coherent bars, chains, earnings and
 * headlines, and ticks that never stop. All data is a function of the seed and the clock, so that a
 * market is reproducible and all nodes return the same data. Uses web-standard APIs only, because
 * it also runs in the browser.
 *
 * It has the statistical properties of real markets (statistics.test.ts, figures.test.ts): fat tails,
 * volatility clustering, falls that are faster than rises, companies that move with their sector and
 * their peers, and funds that are the sum of their holdings (funds.ts). Implied volatility is the
 * forecast of the same process with a premium, and there is no arbitrage (arbitrage.test.ts).
 *
 * Bars end with the latest closed session; a running session has no bar. Quotes continue from that
 * close towards the next bar, day and night, weekends included, and chains are priced around the
 * current quote.
 */
import { latestSession } from '#service/markets/calendar.ts'
import { simulatedCapabilities } from '#service/markets/capabilities.ts'
import type { Market } from '#service/markets/market.ts'
import { hashText, mix } from '#service/markets/random.ts'
import { makeWatchers } from '#service/markets/kit/watchers.ts'
import { createCurrentChains } from './options/current-chains.ts'
import type { SimulatedSymbol } from './companies/entry.ts'
import { nextEarnings } from './companies/events.ts'
import { newsFrom } from './companies/news.ts'
import { profileOf } from './companies/profile.ts'
import { createSessions } from './sessions.ts'
import { simulatedSymbols } from './companies/symbols.ts'
import { quoteAt } from './ticks.ts'
import { volatilityOver } from './options/volatility.ts'

export type SimulatedOptions = {
  /** The same seed and clock give the same market. */
  readonly seed: number
  /** Default: real time. */
  readonly clock?: () => Date
  /** Poll interval of watched symbols, milliseconds; default 500. */
  readonly tickMs?: number
  /** Listed in addition to the symbols of companies/symbols.ts. */
  readonly extraSymbols?: readonly SimulatedSymbol[]
}

/** Number of sessions in the volatility history. */
const historyLength = 400
/** Risk-free rate: yearly, continuously compounded, decimal. */
const rate = 0.04

/** Opens a simulated market. */
export function simulatedMarket({
  seed,
  clock = () => new Date(),
  tickMs = 500,
  extraSymbols = [],
}: SimulatedOptions): Market {
  const baseSymbols = simulatedSymbols()
  const symbols =
    extraSymbols.length > 0
      ? new Map([...baseSymbols, ...extraSymbols.map((entry) => [entry.symbol, entry] as const)])
      : baseSymbols
  const universe = [...symbols.keys()]
  // Hashed so that adjacent seeds give unrelated markets.
  const marketSeed = mix(seed, hashText('market'))
  const sessions = createSessions(marketSeed, symbols.size)
  const chains = createCurrentChains(marketSeed, rate)

  /** Result of `compute` for a symbol at the clock's time; undefined for an unknown symbol. */
  const forSymbol = <T>(symbol: string, compute: (entry: SimulatedSymbol, now: Date) => T): T | undefined => {
    const entry = symbols.get(symbol)
    return entry && compute(entry, clock())
  }
  const quoteOf = (symbol: string) =>
    forSymbol(symbol, (entry, now) =>
      quoteAt(marketSeed, entry, sessions.sessionOf(entry, now).running, now.getTime()),
    )
  const watchers = makeWatchers(quoteOf, tickMs)

  return {
    now: clock,
    today: () => latestSession(clock()),
    status: () => ({ state: 'open', delayedSeconds: 0, simulated: true, asOf: null }),
    source: () => 'simulated',
    capabilities: () => simulatedCapabilities,
    riskFreeRate: () => rate,
    benchmark: () => 'SPY',
    universe: async () => universe,
    profile: async (symbol) =>
      forSymbol(symbol, (entry, now) => profileOf(marketSeed, entry, sessions.sessionOf(entry, now), now)),
    bars: async (symbol) => forSymbol(symbol, (entry, now) => sessions.sessionOf(entry, now).bars),
    chain: async (symbol) =>
      forSymbol(symbol, (entry, now) => chains.chainOf(entry, sessions.sessionOf(entry, now), now)),
    quote: async (symbol) => quoteOf(symbol),
    watch: (requested, onQuote) => watchers.watch(requested, onQuote),
    earnings: async (symbol) =>
      forSymbol(symbol, (entry, now) => nextEarnings(marketSeed, entry, latestSession(now))) ?? null,
    news: async (symbol) =>
      forSymbol(symbol, (entry, now) => newsFrom(marketSeed, entry, sessions.sessionOf(entry, now).bars)) ??
      [],
    volatilityHistory: async (symbol) =>
      forSymbol(symbol, (entry, now) =>
        entry.listing === 'none'
          ? []
          : volatilityOver(marketSeed, entry, sessions.sessionOf(entry, now), historyLength),
      ) ?? [],
    close: async () => {
      watchers.close()
      sessions.clear()
      chains.clear()
    },
  }
}
