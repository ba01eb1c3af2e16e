/** Selects one symbol's trades for the list of best income: the cells of How that at least one filter could choose. */
import type { BestTrade } from '#contract/responses/best-income.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import type { Liquidity } from '#service/analysis/liquidity.ts'
import { round } from '#service/analysis/rounding.ts'
import type { VolatilityRank } from '#service/analysis/volatility/volatility-rank.ts'

export type TradesInput = {
  readonly profile: Profile
  readonly income: Income
  readonly liquidity: Liquidity
  readonly volatility: VolatilityRank
  readonly earnings: Earnings | null
  readonly today: Day
}

type SortKey = Pick<BestTrade, 'serviceScore' | 'annualizedReturn' | 'symbol' | 'id'>

/** The list's order: the highest score, then the highest annualized return, then by ticker and contract. */
export const byIncome = (a: SortKey, b: SortKey): number =>
  b.serviceScore - a.serviceScore ||
  b.annualizedReturn - a.annualizedReturn ||
  (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.id < b.id ? -1 : 1)

type EarningsDates = Pick<BestTrade, 'daysToEarnings' | 'daysUntilExpiry'>

/** Whether no earnings are known to fall before or on the trade's last day. */
export const isClearOfEarnings = ({ daysToEarnings, daysUntilExpiry }: EarningsDates): boolean =>
  daysToEarnings !== null && daysToEarnings > daysUntilExpiry

/** Whether every filter that accepts both trades prefers `trade` to `other`. */
const outranks = (trade: BestTrade, other: BestTrade): boolean =>
  trade.legType === other.legType &&
  trade.annualizedReturn >= other.annualizedReturn &&
  (isClearOfEarnings(trade) || !isClearOfEarnings(other)) &&
  byIncome(trade, other) < 0

/**
 * The trades of a liquid symbol that no other of the same leg exceeds in score, return and freedom from
 * earnings together (the Pareto front), in the list's order. Filters by price, rank and leg apply to the whole
 * symbol or leg, so the symbol's best trade is kept for every filter. Empty if the options are not liquid.
 */
export const bestTradesOf = (input: TradesInput): BestTrade[] => {
  const { profile, income, liquidity, volatility, earnings, today } = input
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
    daysToEarnings: earnings && daysBetween(today, earnings.day),
    optionsAsOf,
  })
  const trades = [...income.callOptimals, ...income.putOptimals].map(tradeOf)
  return trades.filter((trade) => !trades.some((other) => outranks(other, trade))).toSorted(byIncome)
}
