/**
 * A market whose kinds of data come from different sources.
 *
 * The clock is that of the quotes: bars of sessions that have not closed by then, expired contracts
 * and past earnings are omitted. A symbol is known if the source of the profiles or of the bars knows
 * it. Each call depends on its own source only; of the sources that a call uses besides, a failing
 * one is ignored.
 */
import { latestClosedSession } from '#service/markets/calendar.ts'
import { capabilityNames, type Capabilities } from '#service/markets/capabilities.ts'
import type { Bars, Chain, Market } from '#service/markets/market.ts'
import { styleOf } from '#service/markets/kit/symbol-kind.ts'
import { noBars } from '#service/markets/no-bars.ts'
import type { Log } from '#service/shared/log.ts'
import type { MarketParts } from './assign-parts.ts'
import { createProfiles } from './composed-profiles.ts'

/** Composes the parts. `close` is the caller's, because a market may be several parts. */
export function composedMarket(parts: MarketParts, log: Log): Omit<Market, 'close'> {
  const { quotes, chains, bars, earnings, news, volatility } = parts
  const { profile, isKnown, ifKnown } = createProfiles(parts, log)
  const cut = createBarCutter()
  const emptyChain = async (symbol: string): Promise<Chain> => {
    const quote = await quotes.quote(symbol).catch(() => undefined)
    return {
      symbol,
      asOf: quotes.now(),
      underlyingPrice: quote?.last ?? 0,
      style: styleOf(symbol),
      contracts: [],
      hasNoData: true,
    }
  }

  return {
    now: () => quotes.now(),
    today: () => quotes.today(),
    // Invented values are labelled as simulated, whatever they are combined with.
    status: () => ({
      ...quotes.status(),
      simulated: marketsOf(parts).some((market) => market.status().simulated),
    }),
    source: () => [...new Set(marketsOf(parts).map((market) => market.source()))].join(' and '),
    capabilities: () =>
      Object.fromEntries(
        capabilityNames.map((name) => [name, parts[name]?.capabilities()[name] ?? null]),
      ) as Capabilities,
    riskFreeRate: () => chains.riskFreeRate(),
    benchmark: () => bars.benchmark(),
    universe: () => universeOf(parts),
    profile,
    async bars(symbol) {
      const found = await bars.bars(symbol)
      if (found) return cut(found, quotes.now())
      return (await isKnown(symbol)) ? noBars : undefined
    },
    async chain(symbol, priority) {
      const chain = await ifKnown(chains, symbol, chains.chain(symbol, priority), undefined)
      if (chain) return withoutExpired(chain, quotes.today())
      return (await isKnown(symbol)) ? emptyChain(symbol) : undefined
    },
    quote: (symbol) => ifKnown(quotes, symbol, quotes.quote(symbol), undefined),
    watch: (symbols, onQuote) => quotes.watch(symbols, onQuote),
    ...optionalMethods(parts),
    async earnings(symbol) {
      const next = earnings && (await ifKnown(earnings, symbol, earnings.earnings(symbol), null))
      return next && next.day >= quotes.today() ? next : null
    },
    news: async (symbol) => (news ? ifKnown(news, symbol, news.news(symbol), []) : []),
    volatilityHistory: async (symbol) =>
      volatility ? ifKnown(volatility, symbol, volatility.volatilityHistory(symbol), []) : [],
  }
}

/** The symbols of the bars' source, or if it lists none those of the chains' source. */
async function universeOf({ bars, chains }: MarketParts): Promise<readonly string[]> {
  for (const market of new Set([bars, chains])) {
    const symbols = await market.universe()
    if (symbols.length > 0) return symbols
  }
  throw new Error(
    `neither ${bars.source()} nor ${chains.source()} lists symbols: name them in a file and set UNIVERSE_FILE`,
  )
}

/** Each market once, in the order of the capabilities. */
const marketsOf = (parts: MarketParts): readonly Market[] => [
  ...new Set(capabilityNames.flatMap((name) => parts[name] ?? [])),
]

/**
 * Option quotes are data of the chains' licence: a source of other data does not push them, even if
 * it can. A new day of any source is a new day.
 */
function optionalMethods(parts: MarketParts): Pick<Market, 'watchContracts' | 'splits' | 'onNewDay'> {
  const { bars, chains } = parts
  const announcing = marketsOf(parts).filter((market) => typeof market.onNewDay === 'function')
  return {
    ...(chains.watchContracts && { watchContracts: (ids, onQuote) => chains.watchContracts!(ids, onQuote) }),
    ...(bars.splits && { splits: (symbol) => bars.splits!(symbol) }),
    ...(announcing.length > 0 && {
      onNewDay: (listener) => {
        const stops = announcing.map((market) => market.onNewDay!(listener))
        return () => stops.forEach((stop) => stop())
      },
    }),
  }
}

/** The contracts are sorted by expiry. */
function withoutExpired(chain: Chain, today: string): Chain {
  const first = chain.contracts.findIndex(({ expiry }) => expiry >= today)
  if (first === 0 || chain.contracts.length === 0) return chain
  return { ...chain, contracts: first === -1 ? [] : chain.contracts.slice(first) }
}

/**
 * Returns a function that omits the bars of sessions that have not closed by `now`, and caches the
 * result for each object.
 */
function createBarCutter(): (bars: Bars, now: Date) => Bars {
  const cache = new WeakMap<Bars, { readonly lastDay: string; readonly cut: Bars }>()
  return (bars, now) => {
    const lastDay = latestClosedSession(now)
    if ((bars.date.at(-1) ?? '') <= lastDay) return bars
    const cached = cache.get(bars)
    if (cached?.lastDay === lastDay) return cached.cut
    const length = bars.date.findIndex((day) => day > lastDay)
    const cut: Bars = {
      date: bars.date.slice(0, length),
      open: bars.open.subarray(0, length),
      high: bars.high.subarray(0, length),
      low: bars.low.subarray(0, length),
      close: bars.close.subarray(0, length),
      volume: bars.volume.subarray(0, length),
    }
    cache.set(bars, { lastDay, cut })
    return cut
  }
}
