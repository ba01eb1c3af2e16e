/**
 * The market that test keys read: a simulated market of about sixty symbols with a fixed clock and
 * constant prices, so that repeated requests return the same data. Each of its special symbols
 * (shared/test-market.ts) has one state.
 */
import type { Quote } from '#contract/feed.ts'
import { latestSession } from '#service/markets/calendar.ts'
import type { Market } from '#service/markets/market.ts'
import type { Stop } from '#service/shared/stop.ts'
import { nextEventLoopTurn } from '#service/shared/event-loop.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { testEntries, wellKnownSymbols } from './listed.ts'
import { specialOf } from './special.ts'

/** The fixed time of the test market, and the market status that the feed reports. */
export type TestMarketState = {
  readonly now: Date
  /** Time of the prices. */
  readonly priceTime: Date
  readonly state: 'open' | 'closed'
  readonly delayedSeconds: number
}

const minuteMs = 60_000
const wednesday = new Date('2026-07-08T15:00:00Z')

/** Wednesday, July 8, 2026, 11:00 in New York. */
export const openState: TestMarketState = {
  now: wednesday,
  priceTime: wednesday,
  state: 'open',
  delayedSeconds: 0,
}
/** The same time with prices a quarter of an hour old. */
export const delayedState: TestMarketState = {
  ...openState,
  priceTime: new Date(wednesday.getTime() - 15 * minuteMs),
  delayedSeconds: 15 * 60,
}
/** The following Saturday, with the prices of Friday's close. */
export const closedState: TestMarketState = {
  now: new Date('2026-07-11T15:00:00Z'),
  priceTime: new Date('2026-07-10T20:00:00Z'),
  state: 'closed',
  delayedSeconds: 0,
}

/**
 * This seed results in many ideas in both directions, and in an early ex-dividend day of
 * TEST.EXDIV.
 */
const seed = 113
/** Interval of the price steps of TEST.TICK. */
const tickMs = 1000

/** The quote one cent higher and one tick interval later. */
function raiseByCent(quote: Quote): Quote {
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000
  const change = rounded((quote.change ?? 0) + 0.01)
  const previousClose = quote.last - (quote.change ?? 0)
  return {
    ...quote,
    last: rounded(quote.last + 0.01),
    change,
    percentageChange: rounded((change / previousClose) * 100),
    time: new Date(Date.parse(quote.time) + tickMs).toISOString(),
  }
}

export type TestKeyMarket = Market & {
  /**
   * Computes the bars of all simulated symbols, which the funds hold, one symbol per event-loop
   * turn: all at once would block the event loop.
   */
  warm(): Promise<void>
}

/** Opens the test market; nothing is computed before the first request. */
export function testKeyMarket({ now, priceTime, state, delayedSeconds }: TestMarketState): TestKeyMarket {
  const simulated = simulatedMarket({ seed, clock: () => priceTime, extraSymbols: testEntries })
  const universe = [...wellKnownSymbols, ...testEntries.map(({ symbol }) => symbol)].toSorted()
  const listedSymbols = new Set(universe)
  const tickTimers = new Set<ReturnType<typeof setInterval>>()

  /** The simulated value of a listed symbol, changed by `override` if there is one. */
  const lookUp = async <T>(
    symbol: string,
    load: () => Promise<T | undefined>,
    override?: (simulatedValue: T) => T,
  ) => {
    const value = listedSymbols.has(symbol) ? await load() : undefined
    return value !== undefined && override ? override(value) : value
  }
  const quote = (symbol: string) => lookUp(symbol, () => simulated.quote(symbol), specialOf(symbol).quote)
  /** Starts the price steps of TEST.TICK. */
  const startTicks = (onQuote: (quote: Quote) => void): Stop => {
    let isUp = false
    const step = async () => {
      isUp = !isUp
      const base = await quote('TEST.TICK')
      if (base && tickTimers.has(timer)) onQuote(isUp ? raiseByCent(base) : base)
    }
    const timer = setInterval(() => void step(), tickMs)
    tickTimers.add(timer)
    return () => {
      clearInterval(timer)
      tickTimers.delete(timer)
    }
  }

  return {
    now: () => now,
    today: () => latestSession(now),
    status: () => ({ state, delayedSeconds, simulated: true, asOf: null, now: now.toISOString() }),
    source: () => 'simulated',
    capabilities: () => simulated.capabilities(),
    riskFreeRate: () => simulated.riskFreeRate(),
    benchmark: () => simulated.benchmark(),
    universe: async () => universe,
    profile: (symbol) => lookUp(symbol, () => simulated.profile(symbol)),
    bars: (symbol) => lookUp(symbol, () => simulated.bars(symbol), specialOf(symbol).bars),
    chain: (symbol) => lookUp(symbol, () => simulated.chain(symbol), specialOf(symbol).chain),
    quote,
    // Only TEST.TICK moves, and only while the market is open.
    watch: (symbols, onQuote) =>
      state === 'open' && symbols.includes('TEST.TICK') ? startTicks(onQuote) : () => {},
    earnings: async (symbol) =>
      listedSymbols.has(symbol) ? (specialOf(symbol).earnings ?? (await simulated.earnings(symbol))) : null,
    news: async (symbol) => (listedSymbols.has(symbol) ? simulated.news(symbol) : []),
    volatilityHistory: async (symbol) =>
      listedSymbols.has(symbol) ? simulated.volatilityHistory(symbol) : [],
    async warm() {
      for (const symbol of await simulated.universe()) {
        await simulated.bars(symbol)
        await nextEventLoopTurn()
      }
    },
    close: async () => {
      for (const timer of tickTimers) clearInterval(timer)
      tickTimers.clear()
      await simulated.close()
    },
  }
}
