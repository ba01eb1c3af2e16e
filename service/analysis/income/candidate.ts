/** One option of a chain as an income trade: premium, probability, quality of its quote. */
import type { RefusalReason, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { fairValue, type PricedExpiry } from '../surface.ts'

/** A contract with a usable bid and a fitted smile. Dollars per share. */
export type Candidate = {
  readonly contract: Contract
  readonly expiry: PricedExpiry
  /** Price by the smile of the expiry. */
  readonly fairValue: number
  /** Probability of expiring worthless, by the distribution that the expiry's options imply. */
  readonly probability: number
  /** Return of the bid at the chain's own price of the underlying. */
  readonly return: number
  readonly annualizedReturn: number
  /** Price at which a patient seller can expect to sell. */
  readonly fillPrice: number
  /** Annualized return of the fill price; contracts are compared by it. */
  readonly fillReturn: number
  /** Bid-ask spread over the mid price. */
  readonly spread: number
}

/** The lowest probability of an alternative in any cell. */
const minGridProbability =
  Math.min(...Object.values(config.income.profiles).map(({ low }) => low)) - config.income.alternativeReach

/** A cell of the 3 x 3 grid. */
export type Cell = { readonly timeframe: Timeframe; readonly riskProfile: RiskProfile }

/** Volatility of the smile at the strike, yearly decimal; every candidate's expiry has a smile. */
export const volatilityOf = ({ contract, expiry }: Candidate): number => expiry.volatilityAt(contract.strike)!

/** The bid or, with a narrow spread, a price between bid and mid. */
export const fillPriceOf = ({ bid, ask }: Pick<Contract, 'bid' | 'ask'>): number => {
  const mid = (bid + ask) / 2
  const { share, narrow } = config.income.fill
  return ask - bid < narrow * mid ? bid + share * (mid - bid) : bid
}

/** Probability of expiring worthless, by the distribution that the expiry's options imply; undefined without one. */
export const probabilityOf = (
  { right, strike }: Pick<Contract, 'right' | 'strike'>,
  expiry: Pick<PricedExpiry, 'probabilityBelow'>,
): number | undefined => {
  const probabilityBelow = expiry.probabilityBelow(strike)
  if (probabilityBelow === undefined) return undefined
  return Math.min(1, Math.max(0, right === 'call' ? probabilityBelow : 1 - probabilityBelow))
}

/** Exercise value at a price of the underlying, dollars per share. */
export const intrinsicOf = ({ right, strike }: Pick<Contract, 'right' | 'strike'>, price: number): number =>
  Math.max(0, right === 'call' ? price - strike : strike - price)

/**
 * Evaluates one contract at the price its chain was quoted at. If it is not a candidate, returns the reason: no
 * usable bid, a crossed quote, or an expiry without a smile. Returns undefined if a valid bid is at most the intrinsic
 * value, or the probability of expiring worthless is below `minProbability` (default: outside all cells).
 */
export const candidateOf = (
  contract: Contract,
  expiry: PricedExpiry,
  chainPrice: number,
  minProbability: number = minGridProbability,
): Candidate | RefusalReason | undefined => {
  const { bid, ask, strike, right } = contract
  if (!(bid >= config.income.minBid)) return 'no-bid'
  if (!(ask > bid && Number.isFinite(ask))) return 'crossed'
  const probability = probabilityOf(contract, expiry)
  if (probability === undefined) return 'far-from-smile'
  // Check this first, because the fair value is expensive.
  if (probability < minProbability) return undefined
  const intrinsic = intrinsicOf(contract, chainPrice)
  const capital = right === 'call' ? chainPrice : strike
  const returnAtBid = (bid - intrinsic) / capital
  if (!(returnAtBid > 0)) return undefined
  const fair = fairValue(expiry, right, strike)
  if (fair === undefined) return 'far-from-smile'
  const perYear = config.daysPerYear / expiry.days
  const fillPrice = fillPriceOf(contract)
  return {
    contract,
    expiry,
    fairValue: fair,
    probability,
    return: returnAtBid,
    annualizedReturn: returnAtBid * perYear,
    fillPrice,
    fillReturn: ((fillPrice - intrinsic) / capital) * perYear,
    spread: (ask - bid) / ((ask + bid) / 2),
  }
}
