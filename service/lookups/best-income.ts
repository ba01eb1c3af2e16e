/** Best income: the trades of the latest scan that match the filters of the query, in its order. */
import type { BestIncomeOrder } from '#contract/responses/lists/best-income-orders.ts'
import { cashFor, maxTrades } from '#contract/responses/lists/best-income.ts'
import type { BestIncome, BestIncomeQuery, BestTrade } from '#contract/responses/lists/best-income.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import { isClearOfEarnings } from '#service/analysis/ideas/best-trades.ts'
import type { PublishedBatches } from '#service/store/batches.ts'

/** Default maximum of trades, for a query without `symbols`. */
const defaultLimit = 50

type Filters = Omit<BestIncomeQuery, 'limit' | 'symbols' | 'sort' | 'order'> & {
  readonly symbols: ReadonlySet<string> | undefined
}

/** Whether the trade is known to have no ex-dividend day before its last day. Without warnings this is unknown. */
const isClearOfDividends = ({ warnings }: BestTrade): boolean =>
  warnings !== null && !warnings.includes('dividend-before-expiry')

const isAtMost = (value: number | null, maximum = Infinity): boolean =>
  maximum === Infinity || (value !== null && value <= maximum)
const isAtLeast = (value: number | null, minimum = -Infinity): boolean =>
  minimum === -Infinity || (value !== null && value >= minimum)

/** Whether a trade matches the filters of the query that concern its symbol. */
const matchesSymbolFilters = (trade: BestTrade, query: Filters): boolean =>
  (query.symbols === undefined || query.symbols.has(trade.symbol)) &&
  isAtLeast(trade.price, query.minPrice) &&
  isAtMost(trade.price, query.maxPrice) &&
  isAtLeast(trade.impliedVolatilityRank, query.minIvRank) &&
  isAtLeast(trade.impliedVolatilityPercentile, query.minIvPercentile) &&
  (query.trend === undefined || trade.trend === query.trend) &&
  (query.sector === undefined || trade.sector === query.sector)

/** Whether a trade matches the filters of the query that concern its contract. */
const matchesContractFilters = (trade: BestTrade, query: Filters): boolean =>
  (query.legtype === undefined || trade.legType.toLowerCase() === query.legtype) &&
  isAtLeast(trade.annualizedReturn, query.minYield) &&
  isAtMost(cashFor(trade), query.maxCash) &&
  isAtLeast(trade.probability, query.minProbability) &&
  isAtMost(trade.delta === null ? null : Math.abs(trade.delta), query.maxDelta) &&
  isAtLeast(trade.daysUntilExpiry, query.minDays) &&
  isAtMost(trade.daysUntilExpiry, query.maxDays) &&
  isAtMost(trade.spread, query.maxSpread) &&
  isAtLeast(trade.openInterest, query.minOpenInterest) &&
  (query.noEarnings !== true || isClearOfEarnings(trade)) &&
  (query.noDividend !== true || isClearOfDividends(trade))

/** Values of the orders. `score` is the order of the stored trades. */
const sortValues: Record<Exclude<BestIncomeOrder, 'score'>, (trade: BestTrade) => number | string | null> = {
  symbol: ({ symbol }) => symbol,
  return: (trade) => trade.return,
  annualizedReturn: ({ annualizedReturn }) => annualizedReturn,
  probability: ({ probability }) => probability,
  premium: ({ premium }) => premium,
  cash: cashFor,
  days: ({ daysUntilExpiry }) => daysUntilExpiry,
  delta: ({ delta }) => (delta === null ? null : Math.abs(delta)),
  spread: ({ spread }) => spread,
  openInterest: ({ openInterest }) => openInterest,
  ivRank: ({ impliedVolatilityRank }) => impliedVolatilityRank,
  ivPercentile: ({ impliedVolatilityPercentile }) => impliedVolatilityPercentile,
}

/** Returns the trades in an order. Equal ones keep theirs, best first; unknown values are last in both directions. */
function inOrder(
  trades: readonly BestTrade[],
  { sort = 'score', order = 'desc' }: Pick<BestIncomeQuery, 'sort' | 'order'>,
): readonly BestTrade[] {
  if (sort === 'score') return order === 'desc' ? trades : trades.toReversed()
  const sign = order === 'desc' ? -1 : 1
  const valueOf = sortValues[sort]
  return trades.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -sign : sign
  })
}

/** The first trade of each symbol. */
const firstPerSymbol = (trades: readonly BestTrade[]): BestTrade[] => {
  const symbols = new Set<string>()
  return trades.filter(({ symbol }) => !symbols.has(symbol) && symbols.add(symbol))
}

/** Fields that batches of older versions do not have. */
const laterFields = [
  'warnings',
  'delta',
  'expectedProfit',
  'openInterest',
  'exDividendDate',
  'trend',
  'impliedVolatilityPercentile',
  'impliedToRealizedVolatility',
] as const
type StoredTrade = Omit<BestTrade, (typeof laterFields)[number]> & Partial<BestTrade>

/**
 * Adds null for each field that a trade of an older version does not have. A rank of realised volatility is unknown.
 */
const withLaterFields = (trade: StoredTrade): BestTrade => ({
  warnings: null,
  delta: null,
  expectedProfit: null,
  openInterest: null,
  exDividendDate: null,
  trend: null,
  impliedVolatilityPercentile: null,
  impliedToRealizedVolatility: null,
  ...trade,
  ...(trade.impliedVolatilityRankBasis === 'historical' && {
    impliedVolatilityRank: null,
    impliedVolatilityRankBasis: null,
  }),
})

/** The reasons of the fields that a stored trade does not have; undefined if it has all of them. */
function reasonsOf(trades: readonly StoredTrade[]): readonly UnknownField[] | undefined {
  const missing = laterFields.filter((name) => trades.some((trade) => trade[name] === undefined))
  return missing.length === 0
    ? undefined
    : missing.map((name) => ({ field: `trades.${name}`, reason: 'not-given', asOf: null }))
}

/** Best income of the latest batch. Rejects if the store fails. */
export async function readBestIncome(
  batches: Pick<PublishedBatches, 'latest' | 'trades'>,
  query: BestIncomeQuery,
): Promise<BestIncome> {
  const batch = await batches.latest()
  if (!batch) return { trades: [], matching: 0, dateOfScan: null, tradingDay: null }
  const stored: readonly StoredTrade[] = await batches.trades(batch.id)
  const unknown = reasonsOf(stored)
  const trades = unknown ? stored.map(withLaterFields) : (stored as readonly BestTrade[])
  const filters = { ...query, symbols: query.symbols && new Set(query.symbols) }
  const matching = trades.filter(
    (trade) => matchesSymbolFilters(trade, filters) && matchesContractFilters(trade, filters),
  )
  const listed = firstPerSymbol(inOrder(matching, query))
  const limit = query.limit ?? (filters.symbols ? maxTrades : defaultLimit)
  return {
    trades: listed.slice(0, limit),
    matching: listed.length,
    dateOfScan: batch.dateOfScan,
    tradingDay: batch.tradingDay,
    ...(unknown && { unknown: [...unknown] }),
  }
}
