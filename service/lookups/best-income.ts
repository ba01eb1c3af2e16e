/** Best income: the trades of the latest scan that match the filters of the query. */
import { maxTrades } from '#contract/responses/best-income.ts'
import type { BestIncome, BestIncomeQuery, BestTrade } from '#contract/responses/best-income.ts'
import { isClearOfEarnings } from '#service/analysis/ideas/best-trades.ts'
import type { PublishedBatches } from '#service/store/batches.ts'

/** Default maximum of trades, for a query without `symbols`. */
const defaultLimit = 50

type Filters = Omit<BestIncomeQuery, 'limit' | 'symbols'> & {
  readonly symbols: ReadonlySet<string> | undefined
}

/** Whether a trade matches the filters of the query. */
const matchesFilters = (trade: BestTrade, query: Filters): boolean => {
  const { legtype, symbols, minPrice = 0, maxPrice = Infinity, minYield = 0, minIvRank, noEarnings } = query
  return (
    (symbols === undefined || symbols.has(trade.symbol)) &&
    (legtype === undefined || trade.legType.toLowerCase() === legtype) &&
    trade.price >= minPrice &&
    trade.price <= maxPrice &&
    trade.annualizedReturn >= minYield &&
    (minIvRank === undefined || (trade.impliedVolatilityRank ?? -1) >= minIvRank) &&
    (noEarnings !== true || isClearOfEarnings(trade))
  )
}

/** The first matching trade of each symbol, in input order, which is best first. */
const bestTradePerSymbol = (trades: readonly BestTrade[], query: Filters): BestTrade[] => {
  const symbols = new Set<string>()
  return trades.filter((trade) => {
    if (symbols.has(trade.symbol) || !matchesFilters(trade, query)) return false
    symbols.add(trade.symbol)
    return true
  })
}

/** Adds `warnings: null` to a trade of an older version, which has no warnings. */
const withWarnings = (trade: BestTrade | Omit<BestTrade, 'warnings'>): BestTrade => ({
  warnings: null,
  ...trade,
})

/** Best income of the latest batch. Rejects if the store fails. */
export async function readBestIncome(
  batches: Pick<PublishedBatches, 'latest' | 'trades'>,
  query: BestIncomeQuery,
): Promise<BestIncome> {
  const batch = await batches.latest()
  if (!batch) return { trades: [], matching: 0, dateOfScan: null, tradingDay: null }
  const symbols = query.symbols && new Set(query.symbols)
  const matching = bestTradePerSymbol(await batches.trades(batch.id), { ...query, symbols })
  const limit = query.limit ?? (symbols ? maxTrades : defaultLimit)
  return {
    trades: matching.slice(0, limit).map(withWarnings),
    matching: matching.length,
    dateOfScan: batch.dateOfScan,
    tradingDay: batch.tradingDay,
  }
}
