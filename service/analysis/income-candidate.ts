/** One option of a chain as a trade that brings income: what it pays, how likely, at what risk. */
import type { RiskProfile, Timeframe } from '#contract/resources.ts'
import type { Contract } from '#service/market/market.ts'
import { probabilityAbove } from './black-scholes.ts'
import { config } from './config.ts'
import { fairValue, type Expiry } from './surface.ts'

/** What `serviceScore` is made of; dollars per share inside the 80 % range of the underlying at expiry. */
export type ScoreParts = {
  readonly probabilityOfProfit: number
  readonly expectedReward: number
  readonly expectedRisk: number
  readonly rangeLow: number
  readonly rangeHigh: number
}

/** A contract whose quote can be sold into and whose volatility is known. */
export type Candidate = {
  readonly contract: Contract
  readonly expiry: Expiry
  readonly volatility: number
  /** Probability of expiring worthless. */
  readonly probability: number
  readonly return: number
  readonly annualizedReturn: number
  /** Bid-ask spread over the mid price. */
  readonly spread: number
}

/** A cell of the 3 x 3 grid. */
export type Cell = { readonly timeframe: Timeframe; readonly riskProfile: RiskProfile }

/**
 * Reads one contract; `undefined` where there is nothing to sell into: no bid, a crossed quote, one far off the
 * others of its expiry, or a bid that does not cover the intrinsic value given away.
 */
export const candidateOf = (
  contract: Contract,
  expiry: Expiry,
  stockPrice: number,
): Candidate | undefined => {
  const { bid, ask, strike, right } = contract
  const { minBid, maxQuoteRatio } = config.income
  if (!(bid >= minBid && ask > bid && Number.isFinite(ask))) return undefined
  const volatility = expiry.volatilityAt(strike)
  const fair = fairValue(expiry, right, strike)
  const below = expiry.probabilityBelow(strike)
  if (volatility === undefined || fair === undefined || below === undefined) return undefined
  if (bid > fair * maxQuoteRatio + minBid) return undefined
  const intrinsic = Math.max(0, right === 'call' ? stockPrice - strike : strike - stockPrice)
  const gain = (bid - intrinsic) / (right === 'call' ? stockPrice : strike)
  if (!(gain > 0)) return undefined
  return {
    contract,
    expiry,
    volatility,
    probability: right === 'call' ? below : 1 - below,
    return: gain,
    annualizedReturn: (gain * config.daysPerYear) / expiry.days,
    spread: (ask - bid) / ((ask + bid) / 2),
  }
}

/**
 * The score: 100 x P(profit) x (1 + reward / risk), reward and risk being the position's best and worst result
 * inside the underlying's 80 % range at expiry. 100 is a fair bet under the distribution the options imply; selling
 * at the bid costs a little of it. 0 to 250.
 */
export const scoreOf = (candidate: Candidate, stockPrice: number): { score: number; parts: ScoreParts } => {
  const { contract, expiry, volatility } = candidate
  const { bid, strike, right } = contract
  const deviation = volatility * Math.sqrt(expiry.years)
  const center = Math.log(expiry.forward) - 0.5 * deviation * deviation
  const rangeLow = Math.exp(center - config.income.scoreQuantile * deviation)
  const rangeHigh = Math.exp(center + config.income.scoreQuantile * deviation)
  const resultAt = (price: number): number =>
    right === 'call' ? Math.min(price, strike) - stockPrice + bid : bid - Math.max(0, strike - price)
  const breakeven = right === 'call' ? stockPrice - bid : strike - bid
  const probabilityOfProfit = probabilityAbove(expiry.forward, breakeven, deviation)
  const expectedReward = Math.max(0, resultAt(rangeHigh))
  const expectedRisk = Math.max(0, -resultAt(rangeLow))
  const { maxScore } = config.income
  const raw = expectedRisk > 0 ? 100 * probabilityOfProfit * (1 + expectedReward / expectedRisk) : maxScore
  return {
    score: Math.min(maxScore, Math.max(0, Math.round(raw))),
    parts: { probabilityOfProfit, expectedReward, expectedRisk, rangeLow, rangeHigh },
  }
}
