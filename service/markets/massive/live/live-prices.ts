/** Pushed prices of stocks and of indexes, by seconds; gaps are filled by REST. */
import type { Quote } from '#contract/feed.ts'
import { createLiveQuotes } from '#service/markets/kit/live-quotes.ts'
import { polledIfDenied } from '#service/markets/kit/polled-if-denied.ts'
import { polledStream } from '#service/markets/kit/polled-stream.ts'
import type { OpenStream, StreamUpdate } from '#service/markets/kit/quote-stream.ts'
import type { Stop } from '#service/shared/stop.ts'
import { reportingDelays, type LiveOptions } from './live-options.ts'
import { createPreviousCloses } from './previous-closes.ts'
import { loadIndexes, loadPrices, quoteOf, type Price } from '#service/markets/massive/quotes.ts'
import { openIndexes, openStocks, type PushedPrice } from './sockets.ts'
import { indexSymbolOf } from '#service/markets/massive/tickers.ts'
import { vendorName } from '#service/markets/massive/vendor.ts'

/** Tickers of one connection: the vendor sets no limit. */
const tickersPerConnection = 10_000
/** Indexes are computed at least every 15 s, and have no ticker that serves as a heartbeat in every plan. Milliseconds. */
const indexSilenceMs = 60_000
/** Interval of requests for indexes if the plan has no socket for them, milliseconds. */
const indexPollMs = 5_000

export type LivePrices = {
  /** Calls `onQuote` with the quotes of a symbol and ticker, until stopped. */
  watch(symbol: string, ticker: string, onQuote: (quote: Quote) => void): Stop
  isStale(): boolean
  close(): void
}

type PriceChannel = {
  /** Current prices by ticker; unknown tickers are missing. */
  readonly load: (tickers: readonly string[]) => Promise<ReadonlyMap<string, Price>>
  readonly open: (snapshot: Snapshot) => OpenStream<PushedPrice>
  /** Symbol of a ticker, whose bars have its previous close. */
  readonly symbolOf: (ticker: string) => string
  readonly silence: { readonly silenceMs?: number; readonly staleAfterMs?: number }
}
type Snapshot = (tickers: readonly string[]) => Promise<readonly StreamUpdate<PushedPrice>[]>

export const createLiveStocks = (options: LiveOptions): LivePrices =>
  createLivePrices(options, {
    load: (tickers) => loadPrices(options.clients.quotes, tickers, options.clock()),
    open: () => openStocks(options.connection),
    symbolOf: (ticker) => ticker,
    silence: {},
  })

/** Index plans are separate from stock plans. Without a socket, indexes are polled. */
export const createLiveIndexes = (options: LiveOptions): LivePrices =>
  createLivePrices(options, {
    load: (tickers) => loadIndexes(options.clients.quotes, tickers, options.clock()),
    open: (snapshot) =>
      polledIfDenied({
        open: openIndexes(options.connection),
        polled: polledStream({ snapshot, pollMs: () => indexPollMs }),
        canPoll: () => !options.clients.quotes.isDenied(),
        data: 'indexes',
        vendor: vendorName,
        log: options.log,
      }),
    symbolOf: indexSymbolOf,
    silence: { silenceMs: indexSilenceMs, staleAfterMs: indexSilenceMs },
  })

function createLivePrices(options: LiveOptions, channel: PriceChannel): LivePrices {
  const { clock, delays, isSession, log, withPreviousClose } = options
  const closes = createPreviousCloses(async (tickers) => {
    const complete = [...(await channel.load(tickers))].map(
      async ([ticker, price]) => [ticker, await withPreviousClose(channel.symbolOf(ticker), price)] as const,
    )
    return new Map(await Promise.all(complete))
  })
  const snapshot: Snapshot = async (tickers) =>
    [...(await closes.load(tickers))].map(([key, price]) => {
      delays.reportPrice(price, clock())
      return { key, seq: null, timeMs: price.timeMs, value: price }
    })
  const live = createLiveQuotes<PushedPrice>({
    vendor: vendorName,
    openStream: reportingDelays('stocks', channel.open(snapshot), options),
    snapshot,
    merge: (previous, update) => ({ ...update, volume: update.volume ?? previous?.volume ?? null }),
    isSession,
    log,
    keysPerConnection: tickersPerConnection,
    ...channel.silence,
  })
  return {
    watch: (symbol, ticker, onQuote) =>
      live.watch([ticker], (price) =>
        onQuote(quoteOf(symbol, { ...price, previousClose: closes.of(ticker, price) })),
      ),
    isStale: () => live.isStale(),
    close() {
      live.close()
      closes.close()
    },
  }
}
