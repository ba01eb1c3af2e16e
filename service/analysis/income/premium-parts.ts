/** The parts of the premium of a trade, and the probability that the price touches the strike. */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { Contract } from '#service/markets/market.ts'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { normalCdf } from '#service/analysis/pricing/normal.ts'
import { round } from '../rounding.ts'
import { volatilityOf, type Candidate } from './candidate.ts'
import { expectedPayoffOf, type Forecast } from './forecast.ts'

/**
 * Returns the parts of a premium, dollars per share: premium = assignmentCost + volatilityPremium - spreadCost. The fair
 * value includes early exercise, so the volatility premium does, too.
 *
 * @param premium the bid as in the response
 */
export const premiumPartsOf = (
  contract: Pick<Contract, 'right' | 'strike'>,
  fairValue: number,
  forecast: Pick<Forecast, 'forward' | 'discount' | 'undiscountedPut'>,
  premium: number,
): IncomeOption['premiumParts'] => {
  const fair = round(fairValue, 4)
  const assignmentCost = round(forecast.discount * Math.max(0, expectedPayoffOf(contract, forecast)), 4)
  return {
    assignmentCost,
    volatilityPremium: round(fair - assignmentCost, 4),
    spreadCost: round(fair - premium, 4),
  }
}

/** A lognormal price and a strike, dollars; `deviation`: volatility x sqrt(years). */
export type TouchTerms = { price: number; strike: number; forward: number; deviation: number }

/**
 * Returns the probability that a lognormal price reaches the strike at any time until expiry, 0 to 1: the reflection
 * principle for a Brownian motion with drift. 1 if the price has passed the strike.
 */
export const touchProbability = (right: Right, { price, strike, forward, deviation }: TouchTerms): number => {
  const sign = right === 'call' ? 1 : -1
  const distance = sign * Math.log(strike / price)
  if (distance <= 0) return 1
  const drift = sign * (Math.log(forward / price) - 0.5 * deviation * deviation)
  const reflected = Math.exp((2 * drift * distance) / (deviation * deviation))
  return normalCdf((drift - distance) / deviation) + reflected * normalCdf((-drift - distance) / deviation)
}

/**
 * Returns the probability that the underlying's price reaches the strike before expiry, at the volatility of the smile
 * at the strike: at least the probability of expiring in the money, which follows the whole smile.
 */
export const touchProbabilityOf = (candidate: Candidate, chainPrice: number): number => {
  const { contract, expiry, probability } = candidate
  const deviation = volatilityOf(candidate) * Math.sqrt(expiry.years)
  const { forward } = expiry
  const touch = touchProbability(contract.right, {
    price: chainPrice,
    strike: contract.strike,
    forward,
    deviation,
  })
  return Math.min(1, Math.max(touch, 1 - probability))
}
