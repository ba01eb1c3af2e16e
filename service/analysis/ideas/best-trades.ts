/**
 * Selects one symbol's trades for the list of best income: the cells of How that some filter of the list
 * could choose.
 */
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

type Ranked = Pick<BestTrade, 'serviceScore' | 'annualizedReturn' | 'symbol' | 'id'>

/** The list's order: the highest score, then the highest annualized return, then by ticker and contract. */
export const byIncome = (a: Ranked, b: Ranked): number =>
  b.serviceScore - a.serviceScore ||
  b.annualizedReturn - a.annualizedReturn ||
  (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.id < b.id ? -1 : 1)

type Dated = Pick<BestTrade, 'daysToEarnings' | 'daysUntilExpiry'>

/** Whether it is known that no earnings fall before the trade ends, its last day included. */
export const isClearOfEarnings = ({ daysToEarnings, daysUntilExpiry }: Dated): boolean =>
  daysToEarnings !== null && daysToEarnings > daysUntilExpiry

/** Whether `one` is chosen before `other` by every filter that lets both pass. */
const outranks = (one: BestTrade, other: BestTrade): boolean =>
  one.legType === other.legType &&
  one.annualizedReturn >= other.annualizedReturn &&
  (isClearOfEarnings(one) || !isClearOfEarnings(other)) &&
  byIncome(one, other) < 0

/**
 * The trades of a liquid symbol that no other of the same leg exceeds in score, return and freedom from
 * earnings at once (the Pareto front), in the list's order. Filters by price, rank and leg apply to the whole
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
