/**
 * An example: `MARKET=acme` reads an invented vendor with a JSON REST API. docs/markets.md shows this
 * file.
 */
import * as v from 'valibot'
import type { Quote } from '#contract/feed.ts'
import { latestClosedSession, marketStateAt } from '#service/markets/calendar.ts'
import { provides } from '#service/markets/capabilities.ts'
import { barsOfRows } from '#service/markets/kit/bars-of-rows.ts'
import { cachedCalls } from '#service/markets/kit/cached-calls.ts'
import { chainOfRows } from '#service/markets/kit/chain-of-rows.ts'
import { quoteOfTrade } from '#service/markets/kit/last-trade.ts'
import { liveClock } from '#service/markets/kit/live-clock.ts'
import { createLiveQuotes } from '#service/markets/kit/live-quotes.ts'
import { polledStream } from '#service/markets/kit/polled-stream.ts'
import { createRateBudget } from '#service/markets/kit/rate-budget.ts'
import { bareProfile } from '#service/markets/kit/symbol-kind.ts'
import { addressOf, requiredSecret, riskFreeRateOf } from '#service/markets/kit/variables.ts'
import { createVendorClient, type VendorClient } from '#service/markets/kit/vendor-client.ts'
import { undefinedIfNotFound } from '#service/markets/kit/vendor-error.ts'
import type { Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import type { MarketChoice, MarketSource, OpenMarketOptions } from '#service/markets/source.ts'

// The fields that are used. A response of another shape rejects with an error that names the field.
const price = v.pipe(v.number(), v.minValue(0))
const count = v.nullable(price)
const symbolList = v.object({ symbols: v.array(v.object({ symbol: v.string(), name: v.string() })) })
const bar = { day: v.string(), open: price, high: price, low: price, close: price, volume: price }
const barList = v.object({ bars: v.array(v.object(bar)) })
const contract = { id: v.string(), bid: price, ask: price, last: count, volume: count, openInterest: count }
const options = v.object({ timeMs: v.number(), price, contracts: v.array(v.object(contract)) })
const trade = { symbol: v.string(), last: price, previousClose: count, volume: count, timeMs: v.number() }
const tradeList = v.object({ quotes: v.array(v.object(trade)) })

const delayedSeconds = 900
const callsPerMinute = 300
const hourMs = 3_600_000

type AcmeChoice = MarketChoice & { readonly key: string; readonly url: string; readonly riskFreeRate: number }
type Surroundings = Pick<OpenMarketOptions, 'log'> & {
  readonly clock?: () => Date
  readonly fetch?: typeof globalThis.fetch
}

/** Acme's data by symbol. While Acme fails, the last good value is returned for a day. */
function createCalls(client: VendorClient, clock: () => Date) {
  const cached = <Value>(ttlMs: number, load: (symbol: string) => Promise<Value>) =>
    cachedCalls({ max: 500, ttlMs, maxStaleMs: 24 * hourMs, load })

  const listed = cached(12 * hourMs, async () => {
    const { symbols } = await client.get('/v1/symbols', {}, symbolList)
    return new Map(symbols.map(({ symbol, name }) => [symbol, { ...bareProfile(symbol), companyName: name }]))
  })
  const bars = cached(hourMs, async (symbol) => {
    const found = await undefinedIfNotFound(() => client.get(`/v1/bars/${symbol}`, {}, barList))
    return found ? barsOfRows(found.bars, latestClosedSession(clock())) : noBars
  })
  const chain = cached(30_000, async (symbol) => {
    const found = await undefinedIfNotFound(() => client.get(`/v1/options/${symbol}`, {}, options))
    const asOf = found ? new Date(found.timeMs) : clock()
    const facts = { symbol, asOf, underlyingPrice: found?.price ?? 0 }
    return chainOfRows(facts, found?.contracts ?? [], clock())
  })
  const snapshot = async (symbols: readonly string[]) => {
    const { quotes } = await client.get('/v1/quotes', { symbols: symbols.join(',') }, tradeList)
    return quotes.map((row) => {
      const value = quoteOfTrade(row.symbol, row, clock())
      return { key: row.symbol, seq: null, timeMs: row.timeMs, value }
    })
  }
  const quote = cached(2_000, async (symbol) => (await snapshot([symbol]))[0]?.value)
  return { listed, bars, chain, snapshot, quote }
}

export function openAcme(choice: AcmeChoice, { log, clock = () => new Date(), fetch }: Surroundings): Market {
  const client = createVendorClient({
    vendor: 'acme',
    baseUrl: choice.url,
    headers: { Authorization: `Bearer ${choice.key}` },
    budget: createRateBudget({ perMinute: callsPerMinute }),
    log,
    accessAdvice: 'check ACME_KEY, and that its plan includes options',
    ...(fetch && { fetch }),
  })
  const { listed, bars, chain, snapshot, quote } = createCalls(client, clock)
  const live = createLiveQuotes<Quote>({
    vendor: 'acme',
    openStream: polledStream({ snapshot, pollMs: () => 5_000 }),
    snapshot,
    merge: (_previous, value) => value,
    isSession: () => marketStateAt(clock()) === 'open',
    log,
  })
  /** The result of a call, or undefined for a symbol that Acme does not list. */
  const ifListed = async <Value>(symbol: string, call: (symbol: string) => Promise<Value>) =>
    (await listed('')).has(symbol) ? call(symbol) : undefined

  return {
    ...liveClock({ delayedSeconds, isStale: () => live.isStale() || client.state() !== 'working', clock }),
    source: () => 'Acme',
    capabilities() {
      const licence = { source: 'Acme', isLicensed: true, state: client.state() }
      const delayed = provides(['quotes', 'chains'], { ...licence, dataClass: 'delayed', delayedSeconds })
      const closed = provides(['bars', 'profiles'], {
        ...licence,
        dataClass: 'end-of-day',
        delayedSeconds: 0,
      })
      return { ...delayed, bars: closed.bars, profiles: closed.profiles }
    },
    riskFreeRate: () => choice.riskFreeRate,
    benchmark: () => 'SPY',
    universe: async () => [...(await listed('')).keys()].toSorted(),
    profile: async (symbol) => (await listed('')).get(symbol),
    bars: (symbol) => ifListed(symbol, bars),
    chain: (symbol) => ifListed(symbol, chain),
    quote: (symbol) => ifListed(symbol, quote),
    watch: (symbols, onQuote) => live.watch(symbols, onQuote),
    earnings: async () => null,
    news: async () => [],
    volatilityHistory: async () => [],
    async close() {
      live.close()
      client.close()
    },
  }
}

export const acmeSource: MarketSource<AcmeChoice> = {
  kind: 'acme',
  syntax: 'acme',
  meaning: 'delayed data of Acme, with the key ACME_KEY',
  opensInWorkers: false,
  parse: (value, variable) =>
    value === 'acme'
      ? {
          kind: 'acme',
          key: requiredSecret(variable, 'ACME_KEY', 'it is on your account page at acme.example'),
          url: addressOf(variable, 'ACME_URL') ?? 'https://api.acme.example',
          riskFreeRate: riskFreeRateOf(variable),
        }
      : undefined,
  name: () => 'acme',
  plan: (symbols) => ({ calls: 3 * symbols, perMinute: callsPerMinute, note: 'bars, chain and quote' }),
  open: async (choice, { log }) => openAcme(choice, { log }),
}
