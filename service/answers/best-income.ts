/** Best income: the latest scan's trades within filters. */
import type { BestIncome, BestIncomeQuery, BestTrade } from '#contract/best-income.ts'
import { isClearOfEarnings } from '#service/analysis/best-trades.ts'
import type { BatchRepository } from '#service/store/batches.ts'

/** Whether a trade is within the filters of the query. */
const passes = (trade: BestTrade, query: BestIncomeQuery): boolean => {
  const { legtype, minPrice = 0, maxPrice = Infinity, minYield = 0, minIvRank, noEarnings } = query
  return (
    (legtype === undefined || trade.legType.toLowerCase() === legtype) &&
    trade.price >= minPrice &&
    trade.price <= maxPrice &&
    trade.annualizedReturn >= minYield &&
    (minIvRank === undefined || (trade.impliedVolatilityRank ?? -1) >= minIvRank) &&
    (noEarnings !== true || isClearOfEarnings(trade))
  )
}

/** The first trade of each symbol that passes, in the order they come in. */
const bestOf = (trades: readonly BestTrade[], query: BestIncomeQuery): BestTrade[] => {
  const seen = new Set<string>()
  return trades.filter((trade) => {
    if (seen.has(trade.symbol) || !passes(trade, query)) return false
    seen.add(trade.symbol)
    return true
  })
}

/** The answer, made of the latest batch. Rejects as the store does. */
export async function readBestIncome(
  batches: Pick<BatchRepository, 'latest' | 'trades'>,
  query: BestIncomeQuery,
): Promise<BestIncome> {
  const batch = await batches.latest()
  if (!batch) return { trades: [], matching: 0, dateOfScan: null, tradingDay: null }
  const matching = bestOf(await batches.trades(batch.id), query)
  return {
    trades: matching.slice(0, query.limit),
    matching: matching.length,
    dateOfScan: batch.dateOfScan,
    tradingDay: batch.tradingDay,
  }
}
