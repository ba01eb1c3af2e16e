/**
 * Daily bars of single symbols. Two ways lead to them:
 *
 * - one call for a symbol's two years: at once, for lookups;
 * - one call for each session of the whole market (grouped-days.ts): 504 calls for any number of symbols, and one more a
 *   day afterwards, for the scan.
 *
 * A lookup must not wait for 504 calls, and a scan of 6,000 symbols should not make 6,000. So single calls serve until the
 * symbols requested in one session exceed 200, which only a scan reaches; the store is then filled beside the
 * calls that go on, and serves as soon as it is complete.
 */
import { LRUCache } from 'lru-cache'
import { latestClosedSession, newYorkDay, sessionClose, tradingDaysUpTo } from '#service/markets/calendar.ts'
import { cachedCalls } from '#service/markets/kit/cached-calls.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import { undefinedIfNotFound } from '#service/markets/kit/vendor-error.ts'
import type { Bars, Day } from '#service/markets/market.ts'
import type { Log } from '#service/shared/log.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { barsOfList, sessionCount, type GroupedDays } from './grouped-days.ts'
import { tickerOf } from './tickers.ts'
import { vendorName } from './vendor.ts'
import { AggregatesSchema } from './wire.ts'

/** A lookup's user does not open as many symbols a day; a scan does in a minute. */
const defaultWideReading = 200
/** Pause after the store could not be filled, milliseconds. */
const fillRetryMs = 60_000
/**
 * How long after its close a session's bar may still change: delayed plans lag by 15 minutes, and closing auctions print
 * late. Milliseconds.
 */
const finalAfterMs = 35 * 60_000
/** Until the bar of the latest session is final, bars are requested again after this long, milliseconds. */
const recheckMs = 5 * 60_000
const cachedSymbols = 4_000

/** Calls for the bars of a scan. */
export const barsPlan = (symbols: number): number =>
  symbols <= defaultWideReading ? symbols : Math.min(symbols, defaultWideReading + sessionCount)

export type DailyBars = (symbol: string) => Promise<Bars | undefined>

export type DailyBarsOptions = {
  readonly client: VendorClient
  readonly groupedDays: GroupedDays
  readonly clock: () => Date
  readonly log: Log
  /** Symbols requested in one session from which the market is read as a whole. */
  readonly wideReading?: number
}

/** Bars up to the latest closed session; empty if the vendor has none. */
export function createDailyBars({
  client,
  groupedDays,
  clock,
  log,
  wideReading = defaultWideReading,
}: DailyBarsOptions): DailyBars {
  /** Bars that end with the final bar of the latest closed session: they stay valid until the next one closes. */
  const complete = new LRUCache<string, { readonly session: Day; readonly bars: Bars; readonly day: Day }>({
    max: cachedSymbols,
  })
  let requested: { readonly session: Day; readonly symbols: Set<string> } | undefined
  let nextFillMs = -Infinity
  const isFinal = (session: Day) => clock().getTime() >= sessionClose(session).getTime() + finalAfterMs

  const load = async (symbol: string): Promise<Bars | undefined> => {
    const [session, day] = [latestClosedSession(clock()), newYorkDay(clock())]
    const known = complete.get(symbol)
    // A split adjusts all bars in the morning of its day, before a session closes.
    if (known?.session === session && known.day === day) return known.bars
    const ticker = tickerOf(symbol)
    if (ticker === undefined) return undefined
    const from = tradingDaysUpTo(session, sessionCount)[0]!
    const path = `/v2/aggs/ticker/${encodeURIComponent(ticker)}/range/1/day/${from}/${session}`
    const query = { adjusted: true, sort: 'asc', limit: 50_000 }
    const response = await undefinedIfNotFound(() => client.get(path, query, AggregatesSchema))
    const bars = barsOfList(response?.results ?? [], session)
    if (bars.date.at(-1) === session && isFinal(session)) complete.set(symbol, { session, bars, day })
    return bars
  }
  const single = cachedCalls({ max: cachedSymbols, ttlMs: recheckMs, maxStaleMs: 36 * 3_600_000, load })

  const fillIfRead = (symbol: string, session: Day) => {
    if (requested?.session !== session) requested = { session, symbols: new Set() }
    requested.symbols.add(symbol)
    // A filled store costs one more call a session.
    const isWanted = groupedDays.isFilled() || requested.symbols.size > wideReading
    if (!isWanted || !isFinal(session) || clock().getTime() < nextFillMs) return
    nextFillMs = clock().getTime() + fillRetryMs
    groupedDays.fill(session, newYorkDay(clock())).catch((error: unknown) => {
      const reason = errorMessage(error)
      log('warn', 'market-bars-incomplete', { vendor: vendorName, session, reason })
    })
  }

  return (symbol) => {
    const session = latestClosedSession(clock())
    fillIfRead(symbol, session)
    const bars = groupedDays.bars(symbol, session)
    return bars ? Promise.resolve(bars) : single(symbol)
  }
}
