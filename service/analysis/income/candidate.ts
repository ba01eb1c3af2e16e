/**
 * Evaluates an option of a chain as an income trade: return, probability, fair value, quality of
 * its quote.
 */
import type { RefusalReason, RiskProfile, Timeframe } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { fairValue, type PricedExpiry } from '../surface.ts'
import type { EvaluatedChain } from './evaluated-chain.ts'

/** A contract with a usable bid and a fitted smile. Prices are dollars per share. */
export type Candidate = {
  readonly contract: Contract
  readonly expiry: PricedExpiry
  /** Price by the smile of the expiry, including early exercise. */
  readonly fairValue: number
  /** Standard error of `fairValue`. Computed on demand: few candidates are compared or above fair value. */
  fairError(): number
  /** Probability of expiring worthless, by the implied distribution of the expiry. */
  readonly probability: number
  /**
   * Return of a sale at the bid until expiry less the commission, relative to the chain's price
   * (call) or the strike (put). Decimal.
   */
  readonly return: number
  readonly annualizedReturn: number
  /** Expected price of a sale by a limit order. */
  readonly fillPrice: number
  /** Annualized return of a sale at the fill price less the commission. Decides between contracts of equal value. */
  readonly fillReturn: number
  /** Bid-ask spread as a share of the mid price. */
  readonly spread: number
  /** Commission of the sale, dollars per share. */
  readonly commission: number
}

/** The lowest probability that a cell or an alternative may have. */
const minGridProbability =
  Math.min(...Object.values(config.income.profiles).map(({ low }) => low)) - config.income.alternativeReach

/** A cell of the 3 x 3 grid. */
export type Cell = { readonly timeframe: Timeframe; readonly riskProfile: RiskProfile }

/** Volatility of the smile at the strike, yearly decimal; every candidate's expiry has a smile. */
export const volatilityOf = ({ contract, expiry }: Candidate): number => expiry.volatilityAt(contract.strike)!

/**
 * The price for which a sale counts in the score: the bid, but at most a standard error above the fair
 * value, less the commission. A higher bid is more likely an error of the quote than a profit.
 */
export const scoredPriceOf = (candidate: Candidate): number => {
  const { contract, fairValue: fair, commission } = candidate
  // The error is computed only if it matters.
  const price = contract.bid <= fair ? contract.bid : Math.min(contract.bid, fair + candidate.fairError())
  return price - commission
}

/** Expected fill price: a price between bid and mid if the spread is narrow, otherwise the bid. */
export const fillPriceOf = ({ bid, ask }: Pick<Contract, 'bid' | 'ask'>): number => {
  const mid = (bid + ask) / 2
  const { share, narrow } = config.income.fill
  return ask - bid < narrow * mid ? bid + share * (mid - bid) : bid
}

/**
 * Probability of expiring worthless, by the implied distribution of the expiry; `undefined` without
 * one.
 */
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
 * Evaluates one contract at its chain's own price of the underlying. Returns a refusal reason if
 * the contract has no usable bid, a crossed quote, or an expiry without a smile. Returns
 * `undefined` if the quote is usable, but its return is not positive or the probability
 * of expiring worthless is below `minProbability` (default: the lowest probability in the grid).
 */
export const candidateOf = (
  contract: Contract,
  expiry: PricedExpiry,
  { price, commission: commissionPerContract }: Pick<EvaluatedChain, 'price' | 'commission'>,
  minProbability: number = minGridProbability,
): Candidate | RefusalReason | undefined => {
  const { bid, ask, strike, right } = contract
  if (!(bid >= config.income.minBid)) return 'no-bid'
  if (!(ask > bid && Number.isFinite(ask))) return 'crossed'
  const probability = probabilityOf(contract, expiry)
  if (probability === undefined) return 'far-from-smile'
  // Checked before the fair value, which is expensive.
  if (probability < minProbability) return undefined
  const commission = commissionPerContract / config.sharesPerContract
  const cost = intrinsicOf(contract, price) + commission
  const capital = right === 'call' ? price : strike
  const returnAtBid = (bid - cost) / capital
  if (!(returnAtBid > 0)) return undefined
  const fair = fairValue(expiry, right, strike)
  if (fair === undefined) return 'far-from-smile'
  const perYear = config.daysPerYear / expiry.days
  const fillPrice = fillPriceOf(contract)
  return {
    contract,
    expiry,
    fairValue: fair,
    fairError: () => expiry.priceError(right, strike)!,
    probability,
    return: returnAtBid,
    annualizedReturn: returnAtBid * perYear,
    fillPrice,
    fillReturn: ((fillPrice - cost) / capital) * perYear,
    spread: (ask - bid) / ((ask + bid) / 2),
    commission,
  }
}
