/**
 * The recorded market: a folder of recorded data. The clock is fixed at the close of its last day.
 * Node only.
 *
 * Layout: `chains-YYYY-MM-DD/SYM.json(.gz)`, `bars-*` (folders of `SYM.csv(.gz)`, or one CSV with a
 * symbol column), `fundamentals-*.json`, `universe-meta.json`, `reference/earnings-next*.json`,
 * `reference/earnings-calendar*.csv`, `reference/sp500-constituents.csv`. At least chains or bars
 * must be present.
 *
 * Bars are returned as recorded. The bars of a symbol may end long before `today()`, so callers
 * check their last day.
 */
import { readdirSync } from 'node:fs'
import type { Chain, Market } from '#service/markets/market.ts'
import { noBars } from '#service/markets/no-bars.ts'
import { openBarSets } from './bars.ts'
import { indexChains } from './chains.ts'
import { nextKnownEarnings } from './earnings.ts'
import { lastPriceOf, quoteOf } from './last-price.ts'
import { profileOf } from './profile.ts'
import { openRecordedData, type RecordedData } from './recorded-data.ts'
import { readReference } from './reference.ts'
import { styleOf } from './symbol-kind.ts'

export type RecordedMarketOptions = {
  /** Receives a message for each skipped file, with the reason. */
  readonly log?: (message: string) => void
  /**
   * Yearly, continuously compounded, decimal; default 0.042, from put-call parity in the chains of
   * August 2026.
   */
  readonly riskFreeRate?: number
  /** Number of chains cached in memory; default 400. */
  readonly maxCachedChains?: number
  /** Monotonic clock, milliseconds. */
  readonly elapsed?: () => number
}

/** Proxies for the S&P 500, best first. */
const proxies = ['SPY', 'VOO', 'IVV', '^GSPC', 'VTI', 'QQQ', 'DIA', 'IWM']

/**
 * Opens a data folder.
 *
 * @throws Error if the folder cannot be read or contains no usable data
 */
export async function openRecordedMarket(
  folder: string,
  {
    log = () => {},
    riskFreeRate = 0.042,
    maxCachedChains = 400,
    elapsed = () => performance.now(),
  }: RecordedMarketOptions = {},
): Promise<Market> {
  checkReadable(folder)
  const sets = openBarSets(folder, log)
  const chains = indexChains(folder)
  const { companies, reports } = readReference(folder, log)
  const data = openRecordedData(folder, { sets, chains, maxCachedChains, elapsed }, log)
  if (!data)
    throw new Error(
      `no usable market data in ${folder}: expected chains-YYYY-MM-DD/SYM.json.gz or bars-*/SYM.csv`,
    )
  const { today, closeTime } = data
  const benchmark = benchmarkOf(data)

  return {
    now: () => new Date(closeTime),
    today: () => today,
    status: () => ({ state: 'closed', delayedSeconds: 0, simulated: false, asOf: closeTime.toISOString() }),
    source: () => 'recorded',
    riskFreeRate: () => riskFreeRate,
    benchmark: () => benchmark,
    universe: async () => data.symbols(),
    profile: async (symbol) => (data.isKnown(symbol) ? profileOf(symbol, companies.get(symbol)) : undefined),
    bars: async (symbol) => (data.isKnown(symbol) ? (data.bars(symbol) ?? noBars) : undefined),
    chain: async (symbol) =>
      data.isKnown(symbol) ? (data.chain(symbol) ?? emptyChain(data, symbol)) : undefined,
    quote: async (symbol) => {
      const price = data.isKnown(symbol) ? lastPriceOf(data, symbol) : undefined
      return price && quoteOf(symbol, price)
    },
    // Recorded prices do not change.
    watch: () => () => {},
    earnings: async (symbol) =>
      data.isKnown(symbol) ? nextKnownEarnings(reports.get(symbol) ?? [], today) : null,
    news: async () => [],
    volatilityHistory: async () => [],
    close: async () => data.close(),
  }
}

function checkReadable(folder: string): void {
  try {
    readdirSync(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`market data folder ${folder} cannot be read: ${reason}`, { cause: error })
  }
}

/** The best proxy for the S&P 500 that has bars, otherwise the first symbol with bars. */
const benchmarkOf = (data: RecordedData): string =>
  proxies.find((symbol) => data.bars(symbol)) ?? data.symbols().find((symbol) => data.bars(symbol)) ?? 'SPY'

const emptyChain = (data: RecordedData, symbol: string): Chain => ({
  symbol,
  asOf: data.closeTime,
  underlyingPrice: lastPriceOf(data, symbol)?.last ?? 0,
  style: styleOf(symbol),
  contracts: [],
  ...chainErrorIn(data, symbol),
})

const chainErrorIn = (data: RecordedData, symbol: string): Pick<Chain, 'readError'> => {
  const readError = data.chainError(symbol)
  return readError === undefined ? {} : { readError }
}
