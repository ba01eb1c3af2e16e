/** Pushed quotes: stocks by seconds, contracts by quotes; gaps are closed by REST. */
import type { OptionQuote, Quote } from '#contract/feed.ts'
import { createLiveQuotes, type LiveQuotes, type StreamUpdate } from '#service/markets/kit/live-quotes.ts'
import type { Log } from '#service/shared/log.ts'
import type { Stop } from '#service/shared/stop.ts'
import type { Day } from '#service/markets/market.ts'
import { dayOf, loadPrices, quoteOf, type Price } from './quotes.ts'
import {
  contractsPerConnection,
  openOptions,
  openStocks,
  type ContractQuote,
  type PushedPrice,
} from './sockets.ts'
import type { PriceLookUps } from './price-look-ups.ts'
import { isIndexTicker, optionTickerOf, osiOf, tickerOf } from './tickers.ts'
import { fromNanoseconds, vendorName, type MassiveConnection, type MassiveClients } from './vendor.ts'
import { SnapshotsSchema } from './wire.ts'

export type LiveOptions = Pick<PriceLookUps, 'withPreviousClose'> & {
  readonly connection: MassiveConnection
  readonly clients: MassiveClients
  readonly clock: () => Date
  readonly isSession: () => boolean
  readonly log: Log
}

/** Symbols of one stocks connection: the vendor sets no limit. */
const stocksPerConnection = 10_000
/**
 * The vendor sends no heartbeat, and contracts far from the price are quoted rarely: a silent connection is no sign of a lost
 * one before this. Milliseconds.
 */
const contractSilenceMs = 5 * 60_000
/** Closes of the day before are requested together, this long after the first one is missed. Milliseconds. */
const closesBatchMs = 1_000
/** Tickers that one snapshot call takes. */
const tickersPerSnapshot = 250

export type LiveStocks = {
  watch(symbols: readonly string[], onQuote: (quote: Quote) => void): Stop
  isStale(): boolean
  close(): void
}

export function createLiveStocks(options: LiveOptions): LiveStocks {
  const { clients, clock, connection, isSession, log, withPreviousClose } = options
  const closes = createPreviousCloses(async (tickers) => {
    const prices = await loadPrices(clients.quotes, tickers, clock())
    const complete = [...prices].map(
      async ([ticker, price]) => [ticker, await withPreviousClose(ticker, price)] as const,
    )
    return new Map(await Promise.all(complete))
  })
  const live: LiveQuotes<PushedPrice> = createLiveQuotes<PushedPrice>({
    vendor: vendorName,
    openStream: openStocks(connection),
    async snapshot(tickers) {
      const prices = await closes.load(tickers)
      return [...prices].map(([key, price]) => ({ key, seq: null, timeMs: price.timeMs, value: price }))
    },
    merge: (previous, update) => ({ ...update, volume: update.volume ?? previous?.volume ?? null }),
    isSession,
    log,
    keysPerConnection: stocksPerConnection,
  })
  return {
    watch(symbols, onQuote) {
      const stops = symbols.map((symbol) => {
        const ticker = tickerOf(symbol)
        // Indexes have a separate socket, which stock plans do not include: the feed polls them.
        if (ticker === undefined || isIndexTicker(ticker)) return () => {}
        return live.watch([ticker], (price) =>
          onQuote(quoteOf(symbol, { ...price, previousClose: closes.of(ticker, price) })),
        )
      })
      return () => {
        for (const stop of stops) stop()
      }
    },
    isStale: () => live.isStale(),
    close() {
      live.close()
      closes.close()
    },
  }
}

/**
 * Closes that a day's changes count from. They come with snapshots, because pushed prices do not contain them; after midnight
 * they are requested again.
 */
function createPreviousCloses(load: (tickers: readonly string[]) => Promise<ReadonlyMap<string, Price>>) {
  const closes = new Map<string, { readonly day: Day; readonly close: number }>()
  const missed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const loadAll = async (tickers: readonly string[]) => {
    const prices = await load(tickers)
    for (const [ticker, price] of prices)
      if (price.previousClose !== null) closes.set(ticker, { day: dayOf(price), close: price.previousClose })
    return prices
  }
  const loadMissed = () => {
    timer = undefined
    const tickers = [...missed]
    missed.clear()
    // The next price of the ticker requests its close again.
    loadAll(tickers).catch(() => {})
  }
  return {
    load: loadAll,
    /** The close before the day of a price; null until it is known. */
    of(ticker: string, { timeMs }: PushedPrice): number | null {
      const known = closes.get(ticker)
      if (known?.day === dayOf({ timeMs })) return known.close
      missed.add(ticker)
      timer ??= setTimeout(loadMissed, closesBatchMs)
      return null
    },
    close: () => clearTimeout(timer),
  }
}

export type LiveContracts = {
  watch(ids: readonly string[], onQuote: (quote: OptionQuote) => void): Stop
  isStale(): boolean
  close(): void
}

export function createLiveContracts({ clients, connection, isSession, log }: LiveOptions): LiveContracts {
  const live = createLiveQuotes<ContractQuote>({
    vendor: vendorName,
    openStream: openOptions(connection),
    snapshot: (ids) => contractSnapshots(clients, ids),
    merge(previous, update) {
      const last = update.last === undefined ? previous?.last : update.last
      const isSame =
        previous && previous.bid === update.bid && previous.ask === update.ask && previous.last === last
      return isSame ? undefined : { ...update, last }
    },
    isSession,
    log,
    keysPerConnection: contractsPerConnection,
    silenceMs: contractSilenceMs,
    staleAfterMs: contractSilenceMs,
  })
  return {
    watch(ids, onQuote) {
      const stops = ids.map((id) =>
        live.watch([id], ({ bid, ask, last, timeMs }) =>
          onQuote({ id, bid, ask, last: last ?? null, time: new Date(timeMs).toISOString() }),
        ),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    isStale: () => live.isStale(),
    close: () => live.close(),
  }
}

async function contractSnapshots(
  { options }: MassiveClients,
  ids: readonly string[],
): Promise<readonly StreamUpdate<ContractQuote>[]> {
  const updates: StreamUpdate<ContractQuote>[] = []
  for (let index = 0; index < ids.length; index += tickersPerSnapshot) {
    const tickers = ids.slice(index, index + tickersPerSnapshot).map(optionTickerOf)
    const query = { 'ticker.any_of': tickers.join(','), limit: tickersPerSnapshot }
    const { results } = await options.get('/v3/snapshot', query, SnapshotsSchema)
    for (const { ticker, error, last_quote: quote, last_trade: trade } of results ?? []) {
      if (error || !quote?.last_updated) continue
      const timeMs = fromNanoseconds(quote.last_updated)
      const value = { bid: quote.bid ?? 0, ask: quote.ask ?? 0, last: trade?.price ?? null, timeMs }
      updates.push({ key: osiOf(ticker), seq: null, timeMs, value })
    }
  }
  return updates
}
