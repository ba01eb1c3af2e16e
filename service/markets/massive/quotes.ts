/** Quotes of stocks and indexes, by REST. */
import type { Quote } from '#contract/feed.ts'
import { newYorkDay, previousTradingDay, latestSession, sessionClose } from '#service/markets/calendar.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import type { Day } from '#service/markets/market.ts'
import { slices } from '#service/shared/slices.ts'
import { isIndexTicker } from './tickers.ts'
import { fromNanoseconds } from './vendor.ts'
import { SnapshotsSchema, StockSnapshotSchema, StockSnapshotsSchema, type StockSnapshot } from './wire.ts'

/** A price and what it is compared with. */
export type Price = {
  readonly last: number
  /** Close of the session before; null if unknown. */
  readonly previousClose: number | null
  readonly volume: number | null
  readonly timeMs: number
  /** The vendor's label; undefined if it has none, as prices of stocks. */
  readonly isRealTime?: boolean
}

/** Tickers of one call: their list is part of the address. */
const tickersPerCall = 250
const snapshotPath = '/v2/snapshot/locale/us/markets/stocks/tickers'

const positive = (price: number | null | undefined): number | undefined =>
  price && price > 0 ? price : undefined

/**
 * The price in a snapshot: the last trade, otherwise (plans without trades) the last minute, otherwise the day. The vendor
 * clears snapshots at 3:30: `prevDay` is then the session of the last trade, not the one before it, and the price's change
 * is unknown.
 */
export function priceIn(snapshot: StockSnapshot, now: Date): Price | undefined {
  const { lastTrade, min, day, prevDay } = snapshot
  const previousClose = positive(prevDay?.c) ?? null
  const last = positive(lastTrade?.p) ?? positive(min?.c) ?? positive(day?.c)
  if (last === undefined)
    return previousClose === null
      ? undefined
      : { last: previousClose, previousClose: null, volume: prevDay?.v ?? null, timeMs: closeBefore(now) }
  const updated = positive(lastTrade?.t) ?? positive(snapshot.updated)
  const timeMs = Math.min(
    updated === undefined ? (positive(min?.t) ?? closeBefore(now)) : fromNanoseconds(updated),
    now.getTime(),
  )
  const isCleared = !positive(day?.c) && dayOf({ timeMs }) < newYorkDay(now)
  return isCleared
    ? { last, previousClose: null, volume: prevDay?.v ?? null, timeMs }
    : { last, previousClose, volume: day?.v ?? min?.av ?? null, timeMs }
}

const closeBefore = (now: Date): number => {
  const session = latestSession(now)
  const close = sessionClose(session)
  return (close <= now ? close : sessionClose(previousTradingDay(session))).getTime()
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000

export const quoteOf = (symbol: string, { last, previousClose, volume, timeMs }: Price): Quote => ({
  symbol,
  last,
  change: previousClose === null ? null : round(last - previousClose),
  percentageChange: previousClose === null ? null : round((last / previousClose - 1) * 100),
  volume,
  time: new Date(timeMs).toISOString(),
})

/** @throws VendorError `not-found` if the vendor does not know the ticker */
export async function loadPrice(client: VendorClient, ticker: string, now: Date): Promise<Price | undefined> {
  if (isIndexTicker(ticker)) return (await loadIndexes(client, [ticker], now)).get(ticker)
  const path = `${snapshotPath}/${encodeURIComponent(ticker)}`
  return priceIn((await client.get(path, {}, StockSnapshotSchema)).ticker, now)
}

/** Prices by ticker; unknown tickers are missing. */
export async function loadPrices(
  client: VendorClient,
  tickers: readonly string[],
  now: Date,
): Promise<Map<string, Price>> {
  const prices = new Map<string, Price>()
  for (const slice of slices(tickers, tickersPerCall)) {
    const query = { tickers: slice.join(',') }
    const response = await client.get(snapshotPath, query, StockSnapshotsSchema)
    for (const snapshot of response.tickers ?? []) {
      const price = priceIn(snapshot, now)
      if (price) prices.set(snapshot.ticker, price)
    }
  }
  return prices
}

/** Values by ticker; unknown tickers, and those that the plan does not include, are missing. */
export async function loadIndexes(
  client: VendorClient,
  tickers: readonly string[],
  now: Date,
): Promise<Map<string, Price>> {
  const prices = new Map<string, Price>()
  for (const slice of slices(tickers, tickersPerCall)) {
    const query = { 'ticker.any_of': slice.join(','), limit: tickersPerCall }
    const { results } = await client.get('/v3/snapshot', query, SnapshotsSchema)
    for (const { ticker, value, session, last_updated, timeframe } of results ?? []) {
      const last = positive(value) ?? positive(session?.close)
      if (last === undefined) continue
      prices.set(ticker, {
        last,
        previousClose: positive(session?.previous_close) ?? null,
        volume: null,
        timeMs: last_updated ? Math.min(fromNanoseconds(last_updated), now.getTime()) : closeBefore(now),
        isRealTime: timeframe === 'REAL-TIME',
      })
    }
  }
  return prices
}

/** The exchange day of a price: a change counts from the close before it. */
export const dayOf = ({ timeMs }: Pick<Price, 'timeMs'>): Day => newYorkDay(new Date(timeMs))
