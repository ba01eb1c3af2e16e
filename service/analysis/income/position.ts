/**
 * The size of a trade for a position, and its figures: return, probabilities, break-even, reward
 * and risk.
 */
import type { IncomeQuery } from '#contract/api/routes.ts'
import { sizeOfCalls, sizeOfPuts } from '#contract/responses/sizing.ts'
import { config } from '../config.ts'
import { money, round } from '../rounding.ts'
import type { Candidate } from './candidate.ts'

/** The underlying and what the user holds of it. Prices in this file are dollars per share. */
export type Position = {
  readonly symbol: string
  /**
   * The underlying's price at the time of the chain, so that price and quotes are of the same time.
   */
  readonly chainPrice: number
  readonly holdings: Pick<IncomeQuery, 'stockQuantity' | 'costBasis' | 'cash'>
}

/** Number of contracts, and the shares that they cover. */
export type Size = {
  readonly contracts: number
  /** Number of shares that the contracts cover. */
  readonly shares: number
  /**
   * Average cost per share: the cost basis for shares held, the chain's price for missing shares.
   */
  readonly cost: number
  /**
   * Number of shares missing for one contract; 0 if there are enough or the number held is unknown.
   */
  readonly missing: number
}

/**
 * Returns the size of a trade: calls that the shares held cover, or puts that the cash secures; at
 * least one.
 */
export const sizeOf = (
  { contract: { right, strike } }: Candidate,
  { chainPrice, holdings }: Position,
): Size => {
  const { stockQuantity, costBasis, cash } = holdings
  const { sharesPerContract } = config
  const secured = right === 'call' ? sizeOfCalls(stockQuantity ?? 0) : sizeOfPuts(cash ?? 0, strike)
  const contracts = Math.max(1, secured.contracts)
  const shares = contracts * sharesPerContract
  const missing =
    right === 'call' && stockQuantity !== undefined ? Math.max(0, sharesPerContract - stockQuantity) : 0
  const ownedShareCost = costBasis ?? chainPrice
  return {
    contracts,
    shares,
    cost: (ownedShareCost * (shares - missing) + chainPrice * missing) / shares,
    missing,
  }
}

/** Figures of a sale at the bid that do not depend on the position; rounded for display. */
export type FixedFigures = {
  readonly strike: number
  readonly return: number
  readonly annualizedReturn: number
  readonly premium: number
  readonly probability: number
  readonly daysUntilExpiry: number
}

/** Figures that depend on the position; rounded for display. */
export type VariableFigures = {
  readonly probabilityOfProfit: number
  readonly probabilityOfProfitError: number
  readonly breakeven: number
  readonly maxReward: number
  readonly maxRisk: number
}
export type PositionFigures = FixedFigures & VariableFigures

/**
 * Probability of a gain at expiry relative to the position's cost, by the implied distribution, and its standard error.
 * Both are 0 if no gain is possible.
 */
const probabilityOfProfitOf = ({ expiry }: Candidate, breakeven: number, maxGain: number) => {
  if (maxGain <= 0) return { probability: 0, error: 0 }
  const probabilityBelow = breakeven > 0 ? (expiry.probabilityBelow(breakeven) ?? 0) : 0
  return {
    probability: Math.min(1, Math.max(0, 1 - probabilityBelow)),
    error: expiry.probabilityError(breakeven) ?? 0,
  }
}

export const fixedFiguresOf = (candidate: Candidate): FixedFigures => ({
  strike: candidate.contract.strike,
  return: round(candidate.return, 6),
  annualizedReturn: round(candidate.annualizedReturn, 6),
  premium: money(candidate.contract.bid),
  probability: round(candidate.probability, 4),
  daysUntilExpiry: candidate.expiry.days,
})

export const variableFiguresOf = (candidate: Candidate, { cost, shares }: Size): VariableFigures => {
  const { bid, strike, right } = candidate.contract
  const isCall = right === 'call'
  const breakeven = Math.max(0, isCall ? cost - bid : strike - bid)
  const maxGain = isCall ? strike - cost + bid : bid
  const { probability, error } = probabilityOfProfitOf(candidate, breakeven, maxGain)
  return {
    probabilityOfProfit: round(probability, 4),
    probabilityOfProfitError: round(error, 4),
    breakeven: money(breakeven),
    maxReward: round(maxGain * shares, 2),
    maxRisk: round(breakeven * shares, 2),
  }
}
