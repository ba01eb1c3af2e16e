/**
 * The market that test keys read: simulated, some sixty symbols, with a fixed clock and constant prices, so
 * that repeated requests return the same data. Its special symbols (shared/test-market.ts) have one state
 * each.
 */
import type { Quote } from '#contract/feed.ts'
import { latestSession } from '#service/markets/calendar.ts'
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { ownEntries, usualSymbols } from './listed.ts'
import { specialOf } from './special.ts'

/** The fixed moment and how the feed reports it. */
export type Standing = {
  readonly now: Date
  /** Of when prices are. */
  readonly pricesOf: Date
  readonly state: 'open' | 'closed'
  readonly delayedSeconds: number
}

const minute = 60_000
const wednesday = new Date('2026-07-08T15:00:00Z')

/** Wednesday, July 8, 2026, 11:00 in New York. */
export const openStanding: Standing = {
  now: wednesday,
  pricesOf: wednesday,
  state: 'open',
  delayedSeconds: 0,
}
/** The same moment with prices a quarter of an hour old. */
export const delayedStanding: Standing = {
  ...openStanding,
  pricesOf: new Date(wednesday.getTime() - 15 * minute),
  delayedSeconds: 15 * 60,
}
/** The Saturday after, with the prices of Friday's close. */
export const closedStanding: Standing = {
  now: new Date('2026-07-11T15:00:00Z'),
  pricesOf: new Date('2026-07-10T20:00:00Z'),
  state: 'closed',
  delayedSeconds: 0,
}

/** One with a good number of ideas both ways, and a dividend of TEST.EXDIV within days. */
const seed = 113
const tickMs = 1000

/** A cent above, a second later. */
function aCentUp(quote: Quote): Quote {
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000
  const change = rounded((quote.change ?? 0) + 0.01)
  const before = quote.last - (quote.change ?? 0)
  return {
    ...quote,
    last: rounded(quote.last + 0.01),
    change,
    percentageChange: rounded((change / before) * 100),
    time: new Date(Date.parse(quote.time) + tickMs).toISOString(),
  }
}

export type TestKeyMarket = Market & {
  /**
   * Computes the bars of all fund holdings, one symbol per event-loop turn: all at once would block the event
   * loop.
   */
  warm(): Promise<void>
}

/** Opens it; nothing is computed before the first request. */
export function testKeyMarket({ now, pricesOf, state, delayedSeconds }: Standing): TestKeyMarket {
  const simulated = simulatedMarket({ seed, clock: () => pricesOf, also: ownEntries })
  const universe = [...usualSymbols, ...ownEntries.map(({ symbol }) => symbol)].toSorted()
  const known = new Set(universe)
  const ticking = new Set<ReturnType<typeof setInterval>>()

  /** The simulated value of a listed symbol, and the special one instead. */
  const said = async <T>(symbol: string, ask: () => Promise<T | undefined>, instead?: (said: T) => T) => {
    const answer = known.has(symbol) ? await ask() : undefined
    return answer !== undefined && instead ? instead(answer) : answer
  }
  const quote = (symbol: string) => said(symbol, () => simulated.quote(symbol), specialOf(symbol).quote)
  const tick = (onQuote: (quote: Quote) => void): Stop => {
    let isUp = false
    const step = async () => {
      isUp = !isUp
      const base = await quote('TEST.TICK')
      if (base && ticking.has(timer)) onQuote(isUp ? aCentUp(base) : base)
    }
    const timer = setInterval(() => void step(), tickMs)
    ticking.add(timer)
    return () => {
      clearInterval(timer)
      ticking.delete(timer)
    }
  }

  return {
    now: () => now,
    today: () => latestSession(now),
    status: () => ({ state, delayedSeconds, simulated: true, asOf: null, now: now.toISOString() }),
    source: () => 'simulated',
    riskFreeRate: () => simulated.riskFreeRate(),
    benchmark: () => simulated.benchmark(),
    universe: async () => universe,
    profile: (symbol) => said(symbol, () => simulated.profile(symbol)),
    bars: (symbol) => said(symbol, () => simulated.bars(symbol), specialOf(symbol).bars),
    chain: (symbol) => said(symbol, () => simulated.chain(symbol), specialOf(symbol).chain),
    quote,
    // All others stand still, and on a closed market this one too.
    watch: (symbols, onQuote) =>
      state === 'open' && symbols.includes('TEST.TICK') ? tick(onQuote) : () => {},
    earnings: async (symbol) =>
      known.has(symbol) ? (specialOf(symbol).earnings ?? (await simulated.earnings(symbol))) : null,
    news: async (symbol) => (known.has(symbol) ? simulated.news(symbol) : []),
    volatilityHistory: async (symbol) => (known.has(symbol) ? simulated.volatilityHistory(symbol) : []),
    async warm() {
      for (const symbol of await simulated.universe()) {
        await simulated.bars(symbol)
        await nextEventLoopTurn()
      }
    },
    close: async () => {
      for (const timer of ticking) clearInterval(timer)
      ticking.clear()
      await simulated.close()
    },
  }
}
