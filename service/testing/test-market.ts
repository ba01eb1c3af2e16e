/** A market of three symbols for tests, on a clock that the test advances. */
import { simulatedCapabilities } from '#service/markets/capabilities.ts'
import type { MarketFrame, Quote } from '#contract/feed.ts'
import { noDividends, type Bars, type Market, type Profile } from '#service/markets/market.ts'

/** A market that the test controls. */
export type TestMarket = Market & {
  /** Sets the last price of a symbol and notifies its watchers. */
  trade(symbol: string, last: number): void
  watcherCount(): number
  /** The result of `status()`. */
  frame: Omit<MarketFrame, 'type'>
  /** While true, requests for a profile, bars, a chain or a quote fail. */
  isFailing: boolean
}

const companies: Record<string, string> = {
  AAPL: 'Apple Inc.',
  MSFT: 'Microsoft Corporation',
  SPY: 'SPDR S&P 500 ETF Trust',
}

const bars: Bars = (() => {
  const count = 260
  const close = Float64Array.from(
    { length: count },
    (_, index) => 100 + 10 * Math.sin(index / 20) + index / 50,
  )
  return {
    date: Array.from({ length: count }, (_, index) =>
      new Date(Date.UTC(2026, 10, 19) - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    ),
    open: close,
    high: close.map((value) => value + 1),
    low: close.map((value) => value - 1),
    close,
    volume: close.map(() => 1e6),
  }
})()

const profileOf = (symbol: string): Profile => ({
  symbol,
  companyName: companies[symbol]!,
  sector: 'Technology',
  exchange: 'NASDAQ',
  region: 'US',
  marketCap: 1e12,
  eps: 5,
  dividendYield: 0,
  dividends: noDividends,
  kind: symbol === 'SPY' ? 'etf' : 'stock',
})

export function testMarket(clock: () => number): TestMarket {
  const listeners = new Set<{ symbols: readonly string[]; onQuote: (quote: Quote) => void }>()
  const quotes = new Map<string, Quote>()
  const quoteOf = (symbol: string, last: number): Quote => ({
    symbol,
    last,
    change: last - 100,
    percentageChange: last - 100,
    volume: 1000,
    time: new Date(clock()).toISOString(),
  })
  const isListed = (symbol: string) => {
    if (market.isFailing) throw new Error('the source is down')
    return Object.hasOwn(companies, symbol)
  }
  const market: TestMarket = {
    isFailing: false,
    frame: { state: 'open', delayedSeconds: 0, simulated: true, asOf: null },
    now: () => new Date(clock()),
    today: () => '2026-11-20',
    status: () => market.frame,
    source: () => 'simulated',
    capabilities: () => simulatedCapabilities,
    riskFreeRate: () => 0.04,
    benchmark: () => 'SPY',
    universe: async () => Object.keys(companies),
    profile: async (symbol) => (isListed(symbol) ? profileOf(symbol) : undefined),
    bars: async (symbol) => (isListed(symbol) ? bars : undefined),
    chain: async (symbol) =>
      isListed(symbol)
        ? { symbol, asOf: new Date(clock()), underlyingPrice: 100, style: 'american', contracts: [] }
        : undefined,
    quote: async (symbol) => (isListed(symbol) ? (quotes.get(symbol) ?? quoteOf(symbol, 100)) : undefined),
    watch: (symbols, onQuote) => {
      const listener = { symbols, onQuote }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    earnings: async () => null,
    news: async (symbol) => [
      { id: 'n1', headline: `${symbol} rises`, source: 'Wire', time: new Date(clock()), url: null },
    ],
    volatilityHistory: async () => [],
    close: async () => {},
    trade: (symbol, last) => {
      const quote = quoteOf(symbol, last)
      quotes.set(symbol, quote)
      for (const listener of listeners) if (listener.symbols.includes(symbol)) listener.onQuote(quote)
    },
    watcherCount: () => listeners.size,
  }
  return market
}
