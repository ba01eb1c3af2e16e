/** The measure by which the contracts of a cell, and the trades of all symbols, are compared (docs/decisions/0083). */
import { config } from '../config.ts'
import { lazy } from '../surface/lazy.ts'
import { scoredPriceOf, type Candidate } from './candidate.ts'
import { expectedPayoffOf, type Forecast } from './forecast.ts'

/** Shares of the money at risk and of the root of a year. */
export type ContractValue = {
  /** Lower bound of the expected profit: the estimate less its standard error. Computed on demand, because the error is expensive. */
  lowerBound(): number
  /** The bound cannot be above this. */
  readonly limit: number
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
  const { contract, expiry } = candidate
  const { right, strike, bid } = contract
  const scale = (right === 'call' ? chainPrice : strike) * Math.sqrt(expiry.days / config.daysPerYear)
  const { errors } = config.income.value
  const expectedPayoff = expectedPayoffOf(contract, forecast)
  const profitAt = (price: number): number => (price / forecast.discount - expectedPayoff) / scale
  return {
    lowerBound: lazy(() => profitAt(scoredPriceOf(candidate) - errors * candidate.fairError())),
    limit: profitAt(bid - candidate.commission),
    premium: bid / scale,
  }
}
