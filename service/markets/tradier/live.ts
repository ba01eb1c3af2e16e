/** Pushed quotes of shares and option contracts, over one stream. */
import type { OptionQuote, Quote } from '#contract/feed.ts'
import { newYorkDay } from '#service/markets/calendar.ts'
import { quoteOfTrade } from '#service/markets/kit/last-trade.ts'
import { createLiveQuotes } from '#service/markets/kit/live-quotes.ts'
import type { OpenStream, StreamUpdate } from '#service/markets/kit/quote-stream.ts'
import type { Log } from '#service/shared/log.ts'
import type { Stop } from '#service/shared/stop.ts'
import {
  bookKey,
  mergeValues,
  symbolOfKey,
  tradeKey,
  updateOf,
  type BookValue,
  type StreamValue,
  type TradeValue,
} from './frames.ts'
import { createPreviousCloses } from './previous-closes.ts'
import { bookTimeOf, previousCloseOf, tradeTimeOf, type QuoteLoader } from './quotes.ts'
import { vendorSymbolOf } from './symbols.ts'
import type { QuoteRow } from './wire.ts'

export type LiveParts = {
  /** Opens the stream, or polls; gets the snapshot that fills its gaps, and where previous closes go. */
  readonly open: (parts: {
    readonly snapshot: (keys: readonly string[]) => Promise<readonly StreamUpdate<StreamValue>[]>
    readonly onPreviousClose: (symbol: string, price: number) => void
  }) => OpenStream<StreamValue>
  readonly quotes: QuoteLoader
  readonly clock: () => Date
  readonly isSession: () => boolean
  readonly log: Log
  readonly elapsed?: (() => number) | undefined
}

export type TradierLiveQuotes = {
  watch(symbols: readonly string[], onQuote: (quote: Quote) => void): Stop
  watchContracts(ids: readonly string[], onQuote: (quote: OptionQuote) => void): Stop
  /** The latest quote of a watched symbol; undefined if it may be out of date. */
  latest(symbol: string, vendorSymbol: string): Quote | undefined
  isStale(): boolean
  connectionCount(): number
  close(): void
}

/** Subscriptions are collected for this long: each change sends the whole list of symbols. Milliseconds. */
const batchMs = 100

export function createLive({ open, quotes, clock, isSession, log, elapsed }: LiveParts): TradierLiveQuotes {
  const closes = createPreviousCloses({
    today: () => newYorkDay(clock()),
    // The change stays unknown if the request fails.
    request: (symbol) =>
      void quotes.load(symbol).then(
        (row) => row && learnClose(row),
        () => {},
      ),
  })
  const learnClose = (row: QuoteRow) => {
    const price = previousCloseOf(row)
    if (price !== null) closes.set(row.symbol, price)
  }
  const snapshot = async (keys: readonly string[]) => {
    const wanted = new Set(keys)
    const rows = await quotes.loadAll(keys.map(symbolOfKey))
    for (const row of rows) learnClose(row)
    return rows
      .flatMap(valuesOf)
      .map(updateOf)
      .filter(({ key }) => wanted.has(key))
  }
  const live = createLiveQuotes<StreamValue>({
    vendor: 'tradier',
    openStream: open({ snapshot, onPreviousClose: (symbol, price) => closes.set(symbol, price) }),
    snapshot,
    merge: mergeValues,
    isSession,
    log,
    keysPerConnection: Infinity,
    batchMs,
    ...(elapsed && { elapsed }),
  })
  const toQuote = (symbol: string, value: TradeValue): Quote => {
    const previousClose = value.previousClose ?? closes.of(value.symbol, newYorkDay(new Date(value.timeMs)))
    return quoteOfTrade(symbol, { ...value, previousClose }, clock())
  }

  return {
    watch(symbols, onQuote) {
      const symbolsByKey = new Map<string, string[]>()
      for (const symbol of new Set(symbols)) {
        const vendorSymbol = vendorSymbolOf(symbol)
        if (vendorSymbol === undefined) continue
        const key = tradeKey(vendorSymbol)
        symbolsByKey.set(key, [...(symbolsByKey.get(key) ?? []), symbol])
      }
      return live.watch([...symbolsByKey.keys()], (value) => {
        if (value.kind !== 'trade') return
        for (const symbol of symbolsByKey.get(tradeKey(value.symbol)) ?? []) onQuote(toQuote(symbol, value))
      })
    },
    watchContracts: (ids, onQuote) =>
      live.watch(
        [...new Set(ids)].flatMap((id) => [bookKey(id), tradeKey(id)]),
        (value) => {
          const book = live.latest(bookKey(value.symbol))
          if (book?.kind === 'book')
            onQuote(optionQuote(book, live.latest(tradeKey(value.symbol)), clock().getTime()))
        },
      ),
    latest(symbol, vendorSymbol) {
      const value = live.latest(tradeKey(vendorSymbol))
      return value?.kind === 'trade' && !live.isStale() ? toQuote(symbol, value) : undefined
    },
    isStale: () => live.isStale(),
    connectionCount: () => live.connectionCount(),
    close: () => live.close(),
  }
}

/** The values of a quote over REST. */
function valuesOf(row: QuoteRow): StreamValue[] {
  const { symbol, last, volume, bid, ask } = row
  const previousClose = previousCloseOf(row)
  const trade: TradeValue[] =
    last !== null && last > 0
      ? [{ kind: 'trade', symbol, last, volume, previousClose, timeMs: tradeTimeOf(row) }]
      : []
  const book: BookValue = {
    kind: 'book',
    symbol,
    bid: Math.max(0, bid ?? 0),
    ask: Math.max(0, ask ?? 0),
    timeMs: bookTimeOf(row),
  }
  return [...trade, book]
}

/** The quote of an option, whose trades may be unknown. Tradier's clock may be ahead of ours: its time is at most `nowMs`. */
function optionQuote(book: BookValue, trade: StreamValue | undefined, nowMs: number): OptionQuote {
  const lastTrade = trade?.kind === 'trade' ? trade : undefined
  return {
    id: book.symbol,
    bid: book.bid,
    ask: book.ask,
    last: lastTrade?.last ?? null,
    time: new Date(Math.min(nowMs, Math.max(book.timeMs, lastTrade?.timeMs ?? 0))).toISOString(),
  }
}
