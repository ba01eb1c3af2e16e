/** Sizing of a trade, and its costs, returns and risks. */
import type { IncomeQuery } from '#contract/api/routes.ts'
import { config } from '../config.ts'
import { money, round } from '../rounding.ts'
import type { Candidate } from './candidate.ts'

/** Dollars per share, as are all prices here. */
export type Position = {
  readonly symbol: string
  /** The underlying's price at the chain's moment: a trade and its quotes are of one moment. */
  readonly chainPrice: number
  readonly holdings: Pick<IncomeQuery, 'stockQuantity' | 'costBasis' | 'cash'>
}

/** How many contracts, and what stands behind them. */
export type Size = {
  readonly contracts: number
  /** Those the contracts are of. */
  readonly shares: number
  /** Cost of a share of the position: the cost basis, and today's price for shares still to be bought. */
  readonly cost: number
  /** How many shares lack of one contract; 0 where there are enough, or the caller did not say how many are held. */
  readonly missing: number
}

/** Calls by the shares held, puts by the cash set aside; at least one contract. */
export const sizeOf = (
  { contract: { right, strike } }: Candidate,
  { chainPrice, holdings }: Position,
): Size => {
  const { stockQuantity, costBasis, cash } = holdings
  const { sharesPerContract } = config
  const affordable = right === 'call' ? (stockQuantity ?? 0) : (cash ?? 0) / strike
  const contracts = Math.max(1, Math.floor(affordable / sharesPerContract))
  const shares = contracts * sharesPerContract
  const missing =
    right === 'call' && stockQuantity !== undefined ? Math.max(0, sharesPerContract - stockQuantity) : 0
  const bought = costBasis ?? chainPrice
  return {
    contracts,
    shares,
    cost: (bought * (shares - missing) + chainPrice * missing) / shares,
    missing,
  }
}

/** Figures at the bid, independent of the position; rounded for display. */
export type FixedFigures = {
  readonly strike: number
  readonly return: number
  readonly annualizedReturn: number
  readonly premium: number
  readonly probability: number
  readonly daysUntilExpiry: number
}

/** Figures that depend on the position; rounded for display. */
export type OwnFigures = {
  readonly probabilityOfProfit: number
  readonly breakeven: number
  readonly maxReward: number
  readonly maxRisk: number
}
export type PositionFigures = FixedFigures & OwnFigures

/** Probability of any gain relative to the position's cost, by the implied distribution of the expiry. */
const profitOf = ({ expiry }: Candidate, breakeven: number, most: number): number => {
  if (most <= 0) return 0
  const below = breakeven > 0 ? (expiry.probabilityBelow(breakeven) ?? 0) : 0
  return Math.min(1, Math.max(0, 1 - below))
}

export const fixedFiguresOf = (candidate: Candidate): FixedFigures => ({
  strike: candidate.contract.strike,
  return: round(candidate.return, 6),
  annualizedReturn: round(candidate.annualizedReturn, 6),
  premium: money(candidate.contract.bid),
  probability: round(candidate.probability, 4),
  daysUntilExpiry: candidate.expiry.days,
})

export const ownFiguresOf = (candidate: Candidate, { cost, shares }: Size): OwnFigures => {
  const { bid, strike, right } = candidate.contract
  const isCall = right === 'call'
  const breakeven = Math.max(0, isCall ? cost - bid : strike - bid)
  const most = isCall ? strike - cost + bid : bid
  return {
    probabilityOfProfit: round(profitOf(candidate, breakeven, most), 4),
    breakeven: money(breakeven),
    maxReward: round(most * shares, 2),
    maxRisk: round(breakeven * shares, 2),
  }
}
