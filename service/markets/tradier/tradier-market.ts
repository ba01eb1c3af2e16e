/**
 * Market data of Tradier: quotes, chains and daily bars over REST, pushed quotes over one WebSocket. The sandbox is 15 minutes
 * late and has no stream, so its quotes are polled. Opening makes no call that can fail.
 */
import {
  latestClosedSession,
  latestSession,
  newYorkDay,
  nextTradingDay,
  sessionClose,
  addDays,
} from '#service/markets/calendar.ts'
import { provides, type Capabilities, type Provision } from '#service/markets/capabilities.ts'
import { cachedCalls } from '#service/markets/kit/cached-calls.ts'
import { liveClock } from '#service/markets/kit/live-clock.ts'
import { createRateBudget } from '#service/markets/kit/rate-budget.ts'
import { createVendorClient, type VendorClient } from '#service/markets/kit/vendor-client.ts'
import type { Bars, Market } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import { createChainLoader } from './chains.ts'
import { eventStream } from './event-stream.ts'
import { watchExchangeHours } from './exchange-hours.ts'
import { barsOf, historyDays } from './history.ts'
import { budgets, readLimits, type TradierHost } from './limits.ts'
import { createLive } from './live.ts'
import { polledQuotes } from './polled-stream.ts'
import { profileOf } from './profile.ts'
import { createQuoteLoader, quoteOf } from './quotes.ts'
import { vendorSymbolOf } from './symbols.ts'
import { HistorySchema, type QuoteRow } from './wire.ts'

export type TradierOptions = {
  readonly token: string
  readonly host: TradierHost
  /** Address for REST and WebSocket instead of Tradier's. */
  readonly url?: string | undefined
  readonly universe: readonly string[]
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  readonly log: Log
  /** The default is real time. */
  readonly clock?: () => Date
  /** Monotonic clock of the caches, milliseconds. */
  readonly elapsed?: () => number
  /** The defaults are those of {@link budgets}; null without a limit. */
  readonly perMinute?: number | null
  /** Timeout of a call, milliseconds. */
  readonly timeoutMs?: number
  readonly pollMs?: number
  /** Lifetime of a streaming session before it is renewed, milliseconds. */
  readonly renewMs?: number
}

const restAddresses = {
  production: 'https://api.tradier.com',
  sandbox: 'https://sandbox.tradier.com',
} as const
const streamAddress = 'wss://ws.tradier.com'

/** Proxy of the S&P 500; it trades all the time, so that its frames show that the stream is alive. */
const benchmark = 'SPY'

const minuteMs = 60_000
/** Lifetimes of values, and how old they may be if Tradier fails. Milliseconds. */
const lifetimes = {
  quote: { ttlMs: 1_000, maxStaleMs: 15 * minuteMs },
  // Names and exchanges; a renamed symbol becomes unknown after this time.
  instrument: { ttlMs: 60 * minuteMs, maxStaleMs: 7 * 24 * 60 * minuteMs },
  chain: { ttlMs: minuteMs, maxStaleMs: 60 * minuteMs },
} as const
/** Bars are requested again after the next close, or after this time if the latest session's bar is missing. */
const missingBarMs = 10 * minuteMs
const maxStaleBarsMs = 3 * 24 * 60 * minuteMs

export function openTradierMarket(options: TradierOptions): Market {
  const { host, universe, riskFreeRate, log, clock = () => new Date(), elapsed } = options
  const delayedSeconds = host === 'sandbox' ? 900 : 0
  const { rest, sessions } = createClients(options)
  const quotes = createQuoteLoader(rest)
  const hours = watchExchangeHours({ client: rest, clock, log })
  const cache = { max: 10_000, ...(elapsed && { elapsed }) }

  const quoteRows = cachedCalls({ ...cache, ...lifetimes.quote, load: (symbol) => quotes.load(symbol) })
  const instruments = cachedCalls({ ...cache, ...lifetimes.instrument, load: (symbol) => quoteRows(symbol) })
  /** The row of a symbol, from `rows`; undefined if Tradier does not know it. */
  const known = async (
    symbol: string,
    rows: (vendorSymbol: string) => Promise<QuoteRow | undefined>,
  ): Promise<{ vendorSymbol: string; row: QuoteRow } | undefined> => {
    const vendorSymbol = vendorSymbolOf(symbol)
    const row = vendorSymbol === undefined ? undefined : await rows(vendorSymbol)
    return vendorSymbol !== undefined && row ? { vendorSymbol, row } : undefined
  }
  const loadChain = createChainLoader({ client: rest, clock, delayedSeconds, log })
  const chains = cachedCalls({
    ...cache,
    ...lifetimes.chain,
    max: 100,
    load: async (symbol, priority) => {
      const found = await known(symbol, quoteRows)
      return found && loadChain(symbol, found.vendorSymbol, found.row, priority)
    },
  })
  const bars = cachedCalls({
    ...cache,
    max: 400,
    ttlMs: (loaded: Bars) => barsLifetimeMs(loaded, clock()),
    maxStaleMs: maxStaleBarsMs,
    load: (vendorSymbol) => loadBars(rest, vendorSymbol, clock()),
  })
  const live = createLive({
    open: ({ snapshot, onPreviousClose }) =>
      host === 'sandbox'
        ? polledQuotes(snapshot, options.pollMs)
        : eventStream({
            address: streamAddressOf(options.url),
            client: sessions,
            heartbeatSymbol: benchmark,
            onPreviousClose,
            log,
            ...(options.renewMs !== undefined && { renewMs: options.renewMs }),
          }),
    quotes,
    clock,
    isSession: () => hours.state() === 'open',
    log,
    elapsed,
  })
  const liveStatus = liveClock({
    delayedSeconds,
    isStale: () => live.isStale() || rest.isFailing() || rest.isDenied(),
    clock,
  })

  return {
    ...liveStatus,
    status: () => ({ ...liveStatus.status(), state: hours.state() }),
    source: () => 'Tradier',
    capabilities: () => capabilitiesOf(host, rest, sessions),
    riskFreeRate: () => riskFreeRate,
    benchmark: () => benchmark,
    universe: async () => universe,
    async profile(symbol) {
      const found = await known(symbol, instruments)
      return found && profileOf(symbol, found.row, latestClosedSession(clock()))
    },
    async bars(symbol) {
      const found = await known(symbol, instruments)
      return found && bars(found.vendorSymbol)
    },
    chain: async (symbol, priority) =>
      vendorSymbolOf(symbol) === undefined ? undefined : chains(symbol, priority),
    async quote(symbol) {
      const vendorSymbol = vendorSymbolOf(symbol)
      const pushed = vendorSymbol === undefined ? undefined : live.latest(symbol, vendorSymbol)
      // A pushed quote of an earlier session may be of a symbol that no longer exists.
      if (pushed && newYorkDay(new Date(pushed.time)) >= latestSession(clock())) return pushed
      const found = await known(symbol, quoteRows)
      return found && quoteOf(symbol, found.row, clock())
    },
    watch: (symbols, onQuote) => live.watch(symbols, onQuote),
    watchContracts: (ids, onQuote) => live.watchContracts(ids, onQuote),
    earnings: async () => null,
    news: async () => [],
    volatilityHistory: async () => [],
    async close() {
      hours.close()
      live.close()
      rest.close()
      sessions.close()
    },
  }
}

/**
 * Data and streaming sessions have separate clients with one budget: an account without streaming still has its data,
 * and either reports once if access is refused.
 */
function createClients({ token, host, url, perMinute, timeoutMs, log }: TradierOptions) {
  const client = {
    vendor: 'tradier',
    baseUrl: url ?? restAddresses[host],
    headers: { Authorization: `Bearer ${token}` },
    budget: createRateBudget(perMinute === undefined ? budgets[host] : { perMinute }),
    log,
    accessAdvice: `check TRADIER_TOKEN and that it is a token for TRADIER_HOST=${host}`,
    readLimits,
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
  return {
    rest: createVendorClient(client),
    sessions: createVendorClient({
      ...client,
      accessAdvice: 'check that the account of TRADIER_TOKEN may stream market data',
      // The stream is reopened with growing pauses.
      retries: 0,
    }),
  }
}

const streamAddressOf = (url: string | undefined): string =>
  `${url === undefined ? streamAddress : url.replace(/^http/, 'ws').replace(/\/$/, '')}/v1/markets/events`

async function loadBars(client: VendorClient, vendorSymbol: string, now: Date): Promise<Bars> {
  const end = newYorkDay(now)
  const { history } = await client.get(
    '/v1/markets/history',
    {
      symbol: vendorSymbol,
      interval: 'daily',
      start: addDays(end, -historyDays),
      end,
      // Trades before and after the session would change open and close.
      session_filter: 'open',
    },
    HistorySchema,
  )
  return barsOf(history.day, latestClosedSession(now))
}

function barsLifetimeMs(bars: Bars, now: Date): number {
  const lastClosed = latestClosedSession(now)
  if ((bars.date.at(-1) ?? '') < lastClosed) return missingBarMs
  return sessionClose(nextTradingDay(lastClosed)).getTime() - now.getTime()
}

function capabilitiesOf(host: TradierHost, rest: VendorClient, sessions: VendorClient): Capabilities {
  const provision: Provision = {
    source: 'Tradier',
    dataClass: host === 'sandbox' ? 'delayed' : 'real-time',
    delayedSeconds: host === 'sandbox' ? 900 : 0,
    isLicensed: true,
    state: rest.state(),
  }
  const endOfDay: Provision = { ...provision, dataClass: 'end-of-day', delayedSeconds: 0 }
  return {
    ...provides(['quotes', 'chains'], provision),
    quotes: sessions.isDenied() ? { ...provision, state: 'denied' } : provision,
    bars: endOfDay,
    profiles: endOfDay,
  }
}
