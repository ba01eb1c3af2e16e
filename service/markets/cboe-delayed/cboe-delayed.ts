/**
 * Cboe's delayed quotes: chains by symbol without a key, 15 minutes late. Cboe allows no redistribution,
 * so the source is for evaluation on the operator's own machine (source.ts).
 *
 * One response has the whole chain of a symbol and the price of its underlying. There are no bars and no
 * company data: name other sources for them (`MARKET=bars:files:<folder>,chains:cboe`).
 */
import { LRUCache } from 'lru-cache'
import type { Quote } from '#contract/feed.ts'
import { symbolPattern } from '#contract/responses/symbols.ts'
import { provides } from '#service/markets/capabilities.ts'
import { cachedCalls } from '#service/markets/kit/cached-calls.ts'
import { liveClock } from '#service/markets/kit/live-clock.ts'
import { createRateBudget } from '#service/markets/kit/rate-budget.ts'
import { bareProfile, isIndex } from '#service/markets/kit/symbol-kind.ts'
import { createVendorClient, type VendorClient } from '#service/markets/kit/vendor-client.ts'
import { undefinedIfNotFound } from '#service/markets/kit/vendor-error.ts'
import { makeWatchers } from '#service/markets/kit/watchers.ts'
import type { Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import type { Log } from '#service/shared/log.ts'
import { delayedSeconds, delayedSymbolOf, type DelayedSymbol } from './chain.ts'
import { DelayedQuotesSchema } from './response.ts'

export type CboeDelayedOptions = {
  readonly log: Log
  /** Sorted. */
  readonly universe: readonly string[]
  /** Yearly, decimal. */
  readonly riskFreeRate: number
  /** Address instead of Cboe's. */
  readonly baseUrl?: string | undefined
  /** The default is real time. */
  readonly clock?: () => Date
  readonly fetch?: typeof globalThis.fetch
}

/** Cboe publishes no limit; its web page makes more than a call a second. */
export const callsPerMinute = 60
/** Cached chains: at most 10 MB each, for the largest index, and a few hundred kilobytes for a stock. */
const cachedChains = 100
/** Quotes are 15 minutes late, so a minute more changes little. */
const chainTtlMs = 60_000
/** An earlier chain is served for this long while Cboe fails; it keeps its time. */
const maxStaleMs = 30 * 60_000
/** Interval at which new quotes are delivered, milliseconds. */
const deliverEveryMs = 15_000

export function openCboeDelayed(options: CboeDelayedOptions): Market {
  const { universe, riskFreeRate, clock = () => new Date() } = options
  const benchmark = universe.includes('SPY') ? 'SPY' : (universe[0] ?? 'SPY')
  const client = createClient(options, { path: pathOf(benchmark), check: () => load(benchmark) })
  const quotes = new LRUCache<string, Quote>({ max: 5000 })
  const request = async (symbol: string): Promise<DelayedSymbol> => {
    const response = await client.get(pathOf(symbol), {}, DelayedQuotesSchema)
    const loaded = delayedSymbolOf(symbol, response, clock())
    quotes.set(symbol, loaded.quote)
    return loaded
  }
  const cached = cachedCalls<DelayedSymbol | undefined>({
    max: cachedChains,
    ttlMs: chainTtlMs,
    maxStaleMs,
    load: (symbol) => undefinedIfNotFound(() => request(symbol)),
  })
  const load = async (symbol: string) => (symbolPattern.test(symbol) ? cached(symbol) : undefined)
  const watchers = makeWatchers((symbol) => {
    // Refreshes the quote for the next delivery. The client logs failures.
    load(symbol).catch(() => {})
    return quotes.get(symbol)
  }, deliverEveryMs)
  const isStale = () => client.isFailing() || client.isDenied()

  return {
    ...liveClock({ delayedSeconds, isStale, clock }),
    source: () => 'Cboe',
    capabilities: () =>
      provides(['quotes', 'chains'], {
        source: 'Cboe',
        dataClass: 'delayed',
        delayedSeconds,
        isLicensed: true,
        state: client.isDenied() ? 'denied' : client.isFailing() ? 'failing' : 'working',
      }),
    riskFreeRate: () => riskFreeRate,
    benchmark: () => benchmark,
    universe: async () => universe,
    profile: async (symbol) => ((await load(symbol)) ? bareProfile(symbol) : undefined),
    bars: async (symbol) => ((await load(symbol)) ? noBars : undefined),
    chain: async (symbol) => (await load(symbol))?.chain,
    quote: async (symbol) => (await load(symbol))?.quote,
    watch: (symbols, onQuote) => watchers.watch(symbols, onQuote),
    earnings: async () => null,
    news: async () => [],
    volatilityHistory: async () => [],
    async close() {
      watchers.close()
      client.close()
    },
  }
}

/**
 * Cboe's file server answers 403 to a name that it does not have, and to every name if it blocks the
 * caller. A 403 to a name that it has answered before shows a block. Before any response, a known name
 * tells which it is.
 */
function createClient(
  { log, baseUrl = 'https://cdn.cboe.com', fetch }: CboeDelayedOptions,
  known: { readonly path: string; readonly check: () => Promise<unknown> },
): VendorClient {
  const answeredPaths = new Set<string>()
  let isBlocked = false
  return createVendorClient({
    vendor: 'cboe',
    baseUrl,
    headers: { 'User-Agent': 'Mozilla/5.0 (compatible; options-analysis-service)' },
    budget: createRateBudget({ perMinute: callsPerMinute, burst: 10 }),
    log,
    accessAdvice:
      'it answers 403 to names without options, and to callers that it blocks; wait, or check CBOE_URL and the symbol',
    async isNotFound({ pathname }) {
      if (answeredPaths.size === 0 && pathname !== known.path) await known.check().catch(() => {})
      isBlocked ||= answeredPaths.size === 0 || answeredPaths.has(pathname)
      return !isBlocked
    },
    async fetch(input, init) {
      const response = await (fetch ?? globalThis.fetch)(input, init)
      if (response.ok) {
        isBlocked = false
        if (input instanceof URL) answeredPaths.add(input.pathname)
      }
      return response
    },
  })
}

/** The names of indexes begin with an underscore: `_SPX` for `^SPX` or `SPX`. */
const pathOf = (symbol: string): string => {
  const name = isIndex(symbol) ? `_${symbol.replace('^', '')}` : symbol
  return `/api/global/delayed_quotes/options/${encodeURIComponent(name)}.json`
}
