/** Quotes by symbol: the calls of one event-loop tick share a request. */
import type { Quote } from '#contract/feed.ts'
import { quoteOfTrade } from '#service/markets/kit/last-trade.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import { VendorError } from '#service/markets/kit/vendor-error.ts'
import { slices } from '#service/shared/slices.ts'
import { QuotesSchema, type QuoteRow } from './wire.ts'

/** Symbols of a request: their list must fit into an address of 8 kB. */
export const symbolsPerCall = 250

export type QuoteLoader = {
  /** The quote of a ticker or option symbol of Tradier; undefined for an unknown one. */
  load(vendorSymbol: string): Promise<QuoteRow | undefined>
  /** The quotes of the symbols that Tradier knows. */
  loadAll(vendorSymbols: readonly string[]): Promise<readonly QuoteRow[]>
}

type Waiting = {
  readonly resolve: (row: QuoteRow | undefined) => void
  readonly reject: (error: unknown) => void
}

export function createQuoteLoader(client: Pick<VendorClient, 'get'>): QuoteLoader {
  let waiting = new Map<string, Waiting[]>()

  const request = async (symbols: readonly string[]) => {
    const { quotes } = await client.get('/v1/markets/quotes', { symbols: symbols.join(',') }, QuotesSchema)
    return {
      rows: new Map(quotes.quote.map((row) => [row.symbol, row])),
      unmatched: new Set(quotes.unmatched_symbols.symbol),
    }
  }
  const sendBatch = async (batch: ReadonlyMap<string, Waiting[]>, symbols: readonly string[]) => {
    try {
      const { rows, unmatched } = await request(symbols)
      for (const symbol of symbols) {
        const row = rows.get(symbol)
        for (const { resolve, reject } of batch.get(symbol) ?? [])
          // A symbol that is not in the response may be known: an error keeps its last good value.
          if (row || unmatched.has(symbol)) resolve(row)
          else reject(missingError(symbol))
      }
    } catch (error) {
      for (const symbol of symbols) for (const { reject } of batch.get(symbol) ?? []) reject(error)
    }
  }
  const flush = () => {
    const batch = waiting
    waiting = new Map()
    for (const symbols of inCalls([...batch.keys()])) void sendBatch(batch, symbols)
  }

  return {
    load: (symbol) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) setTimeout(flush, 0)
        waiting.set(symbol, [...(waiting.get(symbol) ?? []), { resolve, reject }])
      }),
    async loadAll(symbols) {
      const batches = await Promise.all(inCalls([...new Set(symbols)]).map(request))
      return batches.flatMap(({ rows }) => [...rows.values()])
    },
  }
}

const inCalls = (symbols: readonly string[]): (readonly string[])[] => [...slices(symbols, symbolsPerCall)]

const missingError = (symbol: string): VendorError =>
  new VendorError(
    'malformed',
    `tradier /v1/markets/quotes: expected a quote or an unmatched symbol for ${symbol}, got neither`,
  )

/** Time of the last trade, milliseconds since the epoch; of the quote if there was no trade. */
export const tradeTimeOf = (row: QuoteRow): number => row.trade_date || bookTimeOf(row)

/** Time of bid and ask, milliseconds since the epoch; 0 if both are missing. */
export const bookTimeOf = ({
  bid_date: bid,
  ask_date: ask,
}: Pick<QuoteRow, 'bid_date' | 'ask_date'>): number => Math.max(bid ?? 0, ask ?? 0)

/** The close of the session before the last trade's; null if unknown. */
export function previousCloseOf({ last, change, prevclose }: QuoteRow): number | null {
  const price = prevclose ?? (last !== null && change !== null ? last - change : null)
  return price !== null && price > 0 ? price : null
}

/** The quote of a row; undefined if the symbol has not traded. */
export function quoteOf(symbol: string, row: QuoteRow, now: Date): Quote | undefined {
  const { last, volume } = row
  if (last === null || !(last > 0)) return undefined
  const timeMs = tradeTimeOf(row) || now.getTime()
  return quoteOfTrade(symbol, { last, previousClose: previousCloseOf(row), volume, timeMs }, now)
}
