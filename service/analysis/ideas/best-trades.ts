/**
 * Selects a symbol's trades for the list of best income: the cells of How that can be the best for
 * some filter.
 */
import type { BestTrade } from '#contract/responses/best-income.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import type { Liquidity } from '#service/analysis/liquidity.ts'
import { round } from '#service/analysis/rounding.ts'
import { daysToEarningsFrom } from './idea-events.ts'
import type { VolatilityRank } from '#service/analysis/volatility/volatility-rank.ts'

export type TradesInput = {
  readonly profile: Profile
  readonly income: Income
  readonly liquidity: Liquidity
  readonly volatility: VolatilityRank
  readonly earnings: Earnings | null
  /** Calendar date in New York of the scan. */
  readonly date: Day
}

type SortKey = Pick<BestTrade, 'serviceScore' | 'annualizedReturn' | 'symbol' | 'id'>

/**
 * Sort order of the list: the highest score, then the highest annualized return, then ticker and
 * contract id.
 */
export const byIncome = (a: SortKey, b: SortKey): number =>
  b.serviceScore - a.serviceScore ||
  b.annualizedReturn - a.annualizedReturn ||
  (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.id < b.id ? -1 : 1)

type DaysAhead = Pick<BestTrade, 'daysToEarnings' | 'daysUntilExpiry'>

/** Whether the next earnings are known and after the trade's last day. */
export const isClearOfEarnings = ({ daysToEarnings, daysUntilExpiry }: DaysAhead): boolean =>
  daysToEarnings !== null && daysToEarnings > daysUntilExpiry

/**
 * Pareto dominance: whether every filter that accepts `other` also accepts `trade` and lists it
 * first.
 */
const dominates = (trade: BestTrade, other: BestTrade): boolean =>
  trade.legType === other.legType &&
  trade.annualizedReturn >= other.annualizedReturn &&
  (isClearOfEarnings(trade) || !isClearOfEarnings(other)) &&
  byIncome(trade, other) < 0

/**
 * Returns the trades of a symbol that no other trade of the same leg dominates (the Pareto front of
 * score, return and expiry before earnings), in the list's order. The result contains the symbol's
 * best trade for every filter, because the other filters (price, rank, leg) apply to the complete
 * symbol or leg. Empty if the options are not liquid.
 */
export const bestTradesOf = (input: TradesInput): BestTrade[] => {
  const { profile, income, liquidity, volatility, earnings, date } = input
  const { chainPrice, optionsAsOf } = income
  if (liquidity.rank === 3 || chainPrice === null || optionsAsOf === null) return []
  const tradeOf = (cell: IncomeOption): BestTrade => ({
    symbol: profile.symbol,
    companyName: profile.companyName,
    sector: profile.sector,
    price: chainPrice,
    legType: cell.legType,
    id: cell.id,
    strike: cell.strike,
    expiry: cell.expiry,
    expiryDate: cell.expiryDate,
    daysUntilExpiry: cell.daysUntilExpiry,
    timeframe: cell.timeframe,
    riskProfile: cell.riskProfile,
    premium: cell.premium,
    return: cell.return,
    annualizedReturn: cell.annualizedReturn,
    probability: cell.probability,
    probabilityOfProfit: cell.probabilityOfProfit,
    serviceScore: cell.serviceScore,
    spread: cell.spread,
    warnings: cell.warnings,
    spreadClass: liquidity.spreadClass,
    liquidityRank: liquidity.rank,
    impliedVolatilityRank: volatility.rank === null ? null : round(volatility.rank, 1),
    impliedVolatilityRankBasis: volatility.basis,
    daysToEarnings: daysToEarningsFrom(date, earnings),
    optionsAsOf,
  })
  const trades = [...income.callOptimals, ...income.putOptimals].map(tradeOf)
  return trades.filter((trade) => !trades.some((other) => dominates(other, trade))).toSorted(byIncome)
}
