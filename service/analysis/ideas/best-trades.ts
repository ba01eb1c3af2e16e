/** A symbol's trades for the list of best income: the cells of How. */
import type { BestTrade } from '#contract/responses/lists/best-income.ts'
import type { Income, IncomeOption } from '#contract/responses/income.ts'
import type { Day, Earnings, Profile } from '#service/markets/market.ts'
import type { Liquidity } from '#service/analysis/liquidity.ts'
import { round } from '#service/analysis/rounding.ts'
import { daysToEarningsFrom, exDividendDateFrom } from './idea-events.ts'
import type { VolatilityRank } from '#service/analysis/volatility/volatility-rank.ts'

export type TradesInput = {
  readonly profile: Profile
  readonly income: Income
  readonly liquidity: Liquidity
  readonly volatility: VolatilityRank
  /** 0 to 100; null if unknown. */
  readonly volatilityPercentile: number | null
  /** 30-day implied volatility over realised volatility; null if unknown. */
  readonly impliedToRealized: number | null
  /** Sentiment of the six-month trend; null if unknown. */
  readonly trend: BestTrade['trend']
  readonly earnings: Earnings | null
  /** Calendar date in New York of the scan. */
  readonly date: Day
}

type SortKey = Pick<BestTrade, 'expectedProfit' | 'annualizedReturn' | 'symbol' | 'id'>

/** Comparator for descending order; null is last. */
const descending = (a: number | null, b: number | null): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return b - a
}

/**
 * Sort order of the list: the highest expected profit, by which How chooses, then the highest
 * annualized return, then ticker and contract id. A trade without an expected profit is last.
 */
export const byIncome = (a: SortKey, b: SortKey): number =>
  descending(a.expectedProfit, b.expectedProfit) ||
  b.annualizedReturn - a.annualizedReturn ||
  (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.id < b.id ? -1 : 1)

type EarningsFields = Pick<BestTrade, 'daysToEarnings' | 'daysUntilExpiry' | 'warnings'>

/**
 * Whether the next earnings are known and after the trade's last day, and the options imply no event
 * before it. Without warnings the latter is unknown, which excludes no trade of an older scan.
 */
export const isClearOfEarnings = ({ daysToEarnings, daysUntilExpiry, warnings }: EarningsFields): boolean =>
  daysToEarnings !== null &&
  daysToEarnings > daysUntilExpiry &&
  warnings?.includes('earnings-before-expiry') !== true

/**
 * Returns the trades of a symbol in the list's order. It has all of them, because filters and orders
 * of the list differ by trade. Empty if the options are not liquid.
 */
export const bestTradesOf = (input: TradesInput): BestTrade[] => {
  const { profile, income, liquidity, volatility, volatilityPercentile, impliedToRealized } = input
  const { trend, earnings, date } = input
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
    delta: cell.delta,
    expectedProfit: cell.expectedProfit,
    openInterest: cell.openInterest,
    exDividendDate: exDividendDateFrom(date, profile),
    trend,
    impliedVolatilityPercentile: volatilityPercentile === null ? null : round(volatilityPercentile, 1),
    impliedToRealizedVolatility: impliedToRealized === null ? null : round(impliedToRealized, 2),
    spreadClass: liquidity.spreadClass,
    liquidityRank: liquidity.rank,
    impliedVolatilityRank: volatility.rank === null ? null : round(volatility.rank, 1),
    impliedVolatilityRankBasis: volatility.basis,
    daysToEarnings: daysToEarningsFrom(date, earnings),
    optionsAsOf,
  })
  return [...income.callOptimals, ...income.putOptimals].map(tradeOf).toSorted(byIncome)
}
