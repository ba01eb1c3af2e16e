/** The measure by which the contracts of a cell, and the trades of all symbols, are compared (docs/decisions/0083). */
import { config } from '../config.ts'
import { scoredPriceOf, type Candidate } from './candidate.ts'
import { expectedPayoffOf, type Forecast } from './forecast.ts'

/** Shares of the money at risk and of the root of a year. */
export type ContractValue = {
  /** Lower bound of the expected profit: the estimate less its standard error. */
  readonly lowerBound: number
  /** The premium of the sale, for comparison. */
  readonly premium: number
}

/**
 * Returns the expected profit at expiry of a sale at the bid, under the forecast of the score, per dollar at risk and root
 * of the time. Profits from volatility grow with the root of the time, so expiries are comparable. The money at risk is the
 * share's price for a covered call and the strike for a put. The error is that of the fair value.
 */
export const valueOf = (
  candidate: Candidate,
  forecast: Pick<Forecast, 'forward' | 'discount' | 'undiscountedPut'>,
  chainPrice: number,
): ContractValue => {
  const { contract, expiry, fairError } = candidate
  const { right, strike } = contract
  const scale = (right === 'call' ? chainPrice : strike) * Math.sqrt(expiry.days / config.daysPerYear)
  const { errors } = config.income.value
  return {
    lowerBound:
      ((scoredPriceOf(candidate) - errors * fairError) / forecast.discount -
        expectedPayoffOf(contract, forecast)) /
      scale,
    premium: contract.bid / scale,
  }
}
