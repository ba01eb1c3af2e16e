/** One option of a chain as an income trade: premium, probability, quality of its quote. */
import type { RefusalReason, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { fairValue, type PricedExpiry } from '../surface.ts'

/** A contract with a usable bid and a fitted smile. Dollars per share. */
export type Candidate = {
  readonly contract: Contract
  readonly expiry: PricedExpiry
  /** At the smile of the expiry. */
  readonly fairValue: number
  /** Probability of expiring worthless, by the distribution the expiry's options imply. */
  readonly probability: number
  /** Of the bid, on the chain's own price of the underlying. */
  readonly return: number
  readonly annualizedReturn: number
  /** Expected fill of a patient seller. */
  readonly fillPrice: number
  /** The annualized return of that: contracts are chosen by it. */
  readonly fillReturn: number
  /** Bid-ask spread over the mid price. */
  readonly spread: number
}

/** The lowest probability that an alternative of any cell may have. */
const leastProbability =
  Math.min(...Object.values(config.income.profiles).map(({ low }) => low)) - config.income.alternativeReach

/** A cell of the 3 x 3 grid. */
export type Cell = { readonly timeframe: Timeframe; readonly riskProfile: RiskProfile }

/** Of the smile at the strike, yearly, decimal: every candidate's expiry has one. */
export const volatilityOf = ({ contract, expiry }: Candidate): number => expiry.volatilityAt(contract.strike)!

/** The bid, and where the spread is narrow a part of the way to the mid price. */
export const fillPriceOf = ({ bid, ask }: Pick<Contract, 'bid' | 'ask'>): number => {
  const mid = (bid + ask) / 2
  const { share, narrow } = config.income.fill
  return ask - bid < narrow * mid ? bid + share * (mid - bid) : bid
}

/** Probability of expiring worthless, by the distribution the expiry's options imply; undefined if they imply none. */
export const probabilityOf = (
  { right, strike }: Pick<Contract, 'right' | 'strike'>,
  expiry: Pick<PricedExpiry, 'probabilityBelow'>,
): number | undefined => {
  const below = expiry.probabilityBelow(strike)
  if (below === undefined) return undefined
  return Math.min(1, Math.max(0, right === 'call' ? below : 1 - below))
}

/** What exercise would pay at a price of the underlying, dollars per share. */
export const intrinsicOf = ({ right, strike }: Pick<Contract, 'right' | 'strike'>, price: number): number =>
  Math.max(0, right === 'call' ? price - strike : strike - price)

/**
 * Evaluates one contract at the price its chain was quoted at. Returns the reason if it is no candidate: no
 * usable bid, a crossed quote, an expiry without a smile; undefined if a valid bid is at most the intrinsic
 * value, or the probability of expiring worthless is below `least`: by default, outside of all cells.
 */
export const candidateOf = (
  contract: Contract,
  expiry: PricedExpiry,
  chainPrice: number,
  least: number = leastProbability,
): Candidate | RefusalReason | undefined => {
  const { bid, ask, strike, right } = contract
  if (!(bid >= config.income.minBid)) return 'no-bid'
  if (!(ask > bid && Number.isFinite(ask))) return 'crossed'
  const probability = probabilityOf(contract, expiry)
  if (probability === undefined) return 'far-from-smile'
  // Nothing reaches so far, and the rest costs more to find out.
  if (probability < least) return undefined
  const intrinsic = intrinsicOf(contract, chainPrice)
  const capital = right === 'call' ? chainPrice : strike
  const gain = (bid - intrinsic) / capital
  if (!(gain > 0)) return undefined
  const fair = fairValue(expiry, right, strike)
  if (fair === undefined) return 'far-from-smile'
  const perYear = config.daysPerYear / expiry.days
  const fillPrice = fillPriceOf(contract)
  return {
    contract,
    expiry,
    fairValue: fair,
    probability,
    return: gain,
    annualizedReturn: gain * perYear,
    fillPrice,
    fillReturn: ((fillPrice - intrinsic) / capital) * perYear,
    spread: (ask - bid) / ((ask + bid) / 2),
  }
}
