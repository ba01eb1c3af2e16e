/** Cached calls by symbol for bars, chains and quotes. */
import type { Quote } from '#contract/feed.ts'
import { latestClosedSession, previousTradingDay } from '#service/markets/calendar.ts'
import { cachedCalls } from '#service/markets/kit/cached-calls.ts'
import { undefinedIfNotFound } from '#service/markets/kit/vendor-error.ts'
import type { Bars, Chain, Day } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import type { Log } from '#service/shared/log.ts'
import { chainOf, delaysIn, loadSnapshots, underlyingPriceIn } from './chains.ts'
import type { CompanyLookUps } from './company-look-ups.ts'
import { createDailyBars } from './daily-bars.ts'
import type { Delays } from './delays.ts'
import type { GroupedDays } from './grouped-days.ts'
import { dayOf, loadPrice, quoteOf, type Price } from './quotes.ts'
import { tickerOf } from './tickers.ts'
import type { MassiveClients } from './vendor.ts'

export type PriceLookUpOptions = {
  readonly clients: MassiveClients
  readonly clock: () => Date
  readonly delays: Delays
  readonly groupedDays: GroupedDays
  readonly companies: Pick<CompanyLookUps, 'company'>
  readonly log: Log
}

/** Maximum age of a cached quote or chain that is returned while the vendor fails. Milliseconds. */
const maxStaleMs = 15 * 60_000

export type PriceLookUps = {
  readonly bars: (symbol: string) => Promise<Bars | undefined>
  readonly chain: (symbol: string) => Promise<Chain | undefined>
  readonly quote: (symbol: string) => Promise<Quote | undefined>
  /** Returns the price. If it has no previous close, adds the close of the session before its day, from the bars. */
  withPreviousClose(symbol: string, price: Price): Promise<Price>
  /** Uses the bars, which every analysis reads anyway: a quote would need one more call for each symbol. */
  readonly lastClose: (symbol: string) => Promise<number | undefined>
}

export function createPriceLookUps(options: PriceLookUpOptions): PriceLookUps {
  const { clients, clock, delays, groupedDays, companies, log } = options
  const dailyBars = createDailyBars({ client: clients.bars, groupedDays, clock, log })
  const withPreviousClose = async (symbol: string, price: Price): Promise<Price> => {
    if (price.previousClose !== null) return price
    const bars = await dailyBars(symbol).catch(() => undefined)
    // Without bars the change stays unknown.
    return { ...price, previousClose: bars ? closeBefore(bars, dayOf(price)) : null }
  }
  const quote = cachedCalls<Quote | undefined>({
    max: 8_000,
    ttlMs: 1_000,
    maxStaleMs,
    load: async (symbol) => {
      const ticker = tickerOf(symbol)
      if (ticker === undefined) return undefined
      const price = await undefinedIfNotFound(() => loadPrice(clients.quotes, ticker, clock()))
      if (!price) return undefined
      delays.reportPrice(price, clock())
      return quoteOf(symbol, await withPreviousClose(symbol, price))
    },
  })
  const chain = cachedCalls<Chain | undefined>({
    max: 300,
    ttlMs: 10_000,
    maxStaleMs,
    load: async (symbol) => {
      const ticker = tickerOf(symbol)
      if (ticker === undefined) return undefined
      const snapshots = (await undefinedIfNotFound(() => loadSnapshots(clients, ticker))) ?? []
      if (snapshots.length === 0 && !(await companies.company(symbol))) return undefined
      delays.report(delaysIn(snapshots))
      const underlyingPrice = underlyingPriceIn(snapshots) ?? (await quote(symbol))?.last ?? 0
      return chainOf(symbol, snapshots, { now: clock(), underlyingPrice, delaySeconds: delays.seconds() })
    },
  })

  return {
    chain,
    quote,
    withPreviousClose,
    async bars(symbol) {
      const bars = await dailyBars(symbol)
      if (bars?.date.at(-1) === latestClosedSession(clock())) return bars
      // The vendor returns an empty list for unknown symbols, and the old bars of those that were renamed.
      return (await companies.company(symbol)) ? (bars ?? noBars) : undefined
    },
    lastClose: async (symbol) => (await dailyBars(symbol))?.close.at(-1),
  }
}

/** Close of the session before a day; null if the bars do not contain that session. */
function closeBefore({ date, close }: Bars, day: Day): number | null {
  const index = date.lastIndexOf(previousTradingDay(day))
  return close[index] ?? null
}
