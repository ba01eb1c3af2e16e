/**
 * The simulated market: over 500 symbols with made-up but coherent bars, chains, earnings and headlines, and ticks
 * that never stop. Everything is a function of the seed and the clock, so that a world can be had again and two
 * nodes agree. Web-standard only: it also runs in the browser.
 *
 * Bars end with the latest session that has closed; a session still running has no bar. Quotes go on from that
 * close towards the next bar, day and night, weekends included, and chains are priced around the current quote.
 */
import {
  latestClosedSession,
  latestSession,
  nextTradingDay,
  sessionClose,
  sessionOpen,
  tradingDaysUpTo,
} from '#service/market/calendar.ts'
import { boundedMap } from '#service/market/bounded-map.ts'
import type { Bars, Chain, Day, Market, Profile } from '#service/market/market.ts'
import { hashText, mix } from '#service/market/random.ts'
import { makeBars, marketFactor, marketSigma, ordinal, ownSigma } from './bars.ts'
import { makeChain } from './chain.ts'
import { nextEarnings, nextExDay } from './events.ts'
import { newsFrom } from './news.ts'
import { simulatedSymbols } from './symbols.ts'
import type { Entry } from './entry.ts'
import { quoteAt } from './ticks.ts'
import type { Running } from './ticks.ts'
import { volatilityOver } from './volatility.ts'
import { makeWatchers } from '#service/market/watchers.ts'

export type SimulatedOptions = {
  /** The same seed and clock give the same market. */
  readonly seed: number
  /** Default: real time. */
  readonly clock?: () => Date
  /** How often watched symbols are looked at, milliseconds; default 500. */
  readonly tickMs?: number
}

const barCount = 504
const historyCount = 400
const rate = 0.04
/** Chains are the largest things kept: a few hundred kilobytes each. */
const chainsKept = 24

/** What is computed once per symbol and session. */
type Known = { readonly day: Day; readonly bars: Bars; readonly running: Running }

/** A market of made-up data; see above. */
export function simulatedMarket({ seed, clock = () => new Date(), tickMs = 500 }: SimulatedOptions): Market {
  const symbols = simulatedSymbols()
  const universe = [...symbols.keys()]
  // Neighbouring seeds are strangers.
  const marketSeed = mix(seed, hashText('market'))
  const factor = marketFactor(marketSeed)
  const known = boundedMap<string, Known>(symbols.size)
  const chains = boundedMap<string, Chain>(chainsKept)

  function makeKnown(entry: Entry, day: Day): Known {
    const next = nextTradingDay(day)
    const all = makeBars(marketSeed, factor, entry, [...tradingDaysUpTo(day, barCount), next])
    const column = (name: 'open' | 'high' | 'low' | 'close' | 'volume') => ({
      past: all[name].subarray(0, barCount),
      next: all[name][barCount] as number,
    })
    const [open, high, low, close, volume] = [
      column('open'),
      column('high'),
      column('low'),
      column('close'),
      column('volume'),
    ]
    const at = ordinal(day)
    return {
      day,
      bars: {
        date: all.date.slice(0, barCount),
        open: open.past,
        high: high.past,
        low: low.past,
        close: close.past,
        volume: volume.past,
      },
      running: {
        start: sessionClose(day).getTime(),
        open: sessionOpen(next).getTime(),
        end: sessionClose(next).getTime(),
        previousClose: close.past[barCount - 1] as number,
        bar: { open: open.next, high: high.next, low: low.next, close: close.next, volume: volume.next },
        sigma: Math.hypot(
          ownSigma(hashText(entry.symbol, marketSeed), entry, at),
          entry.beta * marketSigma(marketSeed, at),
        ),
      },
    }
  }

  function knownOf(entry: Entry, now: Date): Known {
    const day = latestClosedSession(now)
    let found = known.get(entry.symbol)
    if (found?.day !== day) {
      found = makeKnown(entry, day)
      known.set(entry.symbol, found)
    }
    return found
  }

  const quoteOf = (symbol: string, now: Date) => {
    const entry = symbols.get(symbol)
    return entry && quoteAt(marketSeed, entry, knownOf(entry, now).running, now.getTime())
  }
  const watchers = makeWatchers((symbol) => quoteOf(symbol, clock()), tickMs)

  function profileOf(entry: Entry, now: Date): Profile {
    const { bars, day } = knownOf(entry, now)
    const close = bars.close[barCount - 1] as number
    const amount = Math.round((entry.dividendYield * entry.price * 100) / 4) / 100
    const exDate = amount > 0 ? nextExDay(marketSeed, entry, nextTradingDay(day)) : null
    return {
      symbol: entry.symbol,
      companyName: entry.name,
      sector: entry.sector,
      exchange: entry.exchange,
      region: 'US',
      marketCap: entry.shares === null ? null : Math.round(entry.shares * 1e6 * close),
      eps:
        entry.earningsMultiple === null
          ? null
          : Math.round((entry.price / entry.earningsMultiple) * 100) / 100,
      dividendYield: Math.round(((4 * amount) / close) * 10_000) / 10_000,
      dividend: exDate === null ? null : { exDate, amount },
      kind: entry.kind,
    }
  }

  function chainOf(entry: Entry, now: Date): Chain {
    const { day, running } = knownOf(entry, now)
    const quote = quoteAt(marketSeed, entry, running, now.getTime())
    const kept = chains.get(entry.symbol)
    // Nobody sees a chain age by less than a minute while its underlying stands still.
    if (kept && kept.underlyingPrice === quote.last && Math.abs(now.getTime() - kept.asOf.getTime()) < 60_000)
      return kept
    const progress = (now.getTime() - running.start) / (running.end - running.start)
    const chain = makeChain(
      marketSeed,
      entry,
      { now, day, close: running.previousClose, price: quote.last, progress },
      rate,
    )
    chains.set(entry.symbol, chain)
    return chain
  }

  return {
    now: clock,
    today: () => latestSession(clock()),
    status: () => ({ state: 'open', delayedSeconds: 0, simulated: true, asOf: null }),
    source: () => 'simulated',
    riskFreeRate: () => rate,
    benchmark: () => 'SPY',
    universe: async () => universe,
    profile: async (symbol) => {
      const entry = symbols.get(symbol)
      return entry && profileOf(entry, clock())
    },
    bars: async (symbol) => {
      const entry = symbols.get(symbol)
      return entry && knownOf(entry, clock()).bars
    },
    chain: async (symbol) => {
      const entry = symbols.get(symbol)
      return entry && chainOf(entry, clock())
    },
    quote: async (symbol) => quoteOf(symbol, clock()),
    watch: (wanted, onQuote) => watchers.watch(wanted, onQuote),
    earnings: async (symbol) => {
      const entry = symbols.get(symbol)
      return entry ? nextEarnings(marketSeed, entry, latestSession(clock())) : null
    },
    news: async (symbol) => {
      const entry = symbols.get(symbol)
      return entry ? newsFrom(marketSeed, entry, knownOf(entry, clock()).bars) : []
    },
    volatilityHistory: async (symbol) => {
      const entry = symbols.get(symbol)
      if (!entry || entry.listing === 'none') return []
      return volatilityOver(marketSeed, entry, tradingDaysUpTo(latestClosedSession(clock()), historyCount))
    },
    close: async () => {
      watchers.close()
      known.clear()
      chains.clear()
    },
  }
}
