/** Pushed quotes: of stocks, indexes and option contracts, each over its own socket. */
import type { OptionQuote, Quote } from '#contract/feed.ts'
import { parseOsi } from '#service/markets/osi.ts'
import type { Stop } from '#service/shared/stop.ts'
import { createLiveContracts } from './live-contracts.ts'
import type { LiveOptions } from './live-options.ts'
import { createLiveIndexes, createLiveStocks } from './live-prices.ts'
import { isIndexTicker, tickerOf } from '#service/markets/massive/tickers.ts'

export type MassiveLiveQuotes = {
  watch(symbols: readonly string[], onQuote: (quote: Quote) => void): Stop
  watchContracts(ids: readonly string[], onQuote: (quote: OptionQuote) => void): Stop
  isStale(): boolean
  close(): void
}

export function createLive(options: LiveOptions): MassiveLiveQuotes {
  const stocks = createLiveStocks(options)
  const indexes = createLiveIndexes(options)
  const contracts = createLiveContracts(options)
  return {
    watch(symbols, onQuote) {
      const stops = symbols.flatMap((symbol) => {
        const ticker = tickerOf(symbol)
        if (ticker === undefined) return []
        return [(isIndexTicker(ticker) ? indexes : stocks).watch(symbol, ticker, onQuote)]
      })
      return () => {
        for (const stop of stops) stop()
      }
    },
    watchContracts: (ids, onQuote) =>
      contracts.watch(
        ids.filter((id) => parseOsi(id) !== undefined),
        onQuote,
      ),
    isStale: () => stocks.isStale() || indexes.isStale() || contracts.isStale(),
    close() {
      stocks.close()
      indexes.close()
      contracts.close()
    },
  }
}
