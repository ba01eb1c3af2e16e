/**
 * The score of a trade: expected gain per dollar of expected loss. Also the parts of the score's
 * first version.
 */
import type { IncomeOption } from '#contract/responses/income.ts'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { money } from '../rounding.ts'
import { type Candidate, volatilityOf } from './candidate.ts'
import type { Forecast } from './forecast.ts'

/** Expected values at expiry, each at least 0; dollars per share. */
export type Expectation = { readonly gain: number; readonly loss: number }

/** One option sold at `bid`, dollars per share. */
export type Sale = { readonly right: Right; readonly strike: number; readonly bid: number }

/**
 * Price at expiry at which a sale neither gains nor loses. The premium earns the risk-free rate. The P&L of a short put is
 * premium - (K - S_T)+. The P&L of a covered call is min(S_T, K) - B; its break-even B is the forward (the share's price
 * with carry, less dividends) less the premium.
 */
export const breakevenOf = (
  { right, strike, bid }: Sale,
  { forward, discount }: Pick<Forecast, 'forward' | 'discount'>,
): number => (right === 'put' ? strike : forward) - bid / discount

/** Returns E[max(P&L, 0)] and E[max(-P&L, 0)] at expiry of a sale. */
export const expectationOf = (
  sale: Sale,
  forecast: Pick<Forecast, 'forward' | 'discount' | 'undiscountedPut'>,
): Expectation => {
  const { strike } = sale
  const { undiscountedPut } = forecast
  const breakeven = breakevenOf(sale, forecast)
  const maxGain = strike - breakeven
  // The strike is at most the break-even, so that a gain is impossible.
  if (maxGain <= 0) return { gain: 0, loss: undiscountedPut(strike) - maxGain }
  const loss = Math.max(0, undiscountedPut(breakeven))
  return { gain: Math.max(0, maxGain + loss - undiscountedPut(strike)), loss }
}

/**
 * Returns 100 x E[gain] / E[loss], clamped to 0 to 250. A price that is fair under the forecast has
 * a score of 100 at every strike. The score is 250 if a loss is impossible, and 0 if a gain is
 * impossible.
 */
export const rawScoreOf = ({ gain, loss }: Expectation): number =>
  gain <= 0 ? 0 : loss > 0 ? Math.min(config.income.maxScore, (100 * gain) / loss) : config.income.maxScore

/** Parts of the score's first version, which widgets of release 1.1.0 and earlier display. */
export type FirstScoreParts = Pick<
  IncomeOption['scoreParts'],
  'expectedReward' | 'expectedRisk' | 'rangeLow' | 'rangeHigh'
>

/** Best and worst result within the 80 % range of the price at expiry, dollars per share. */
export const firstScorePartsOf = (candidate: Candidate, chainPrice: number): FirstScoreParts => {
  const { contract, expiry } = candidate
  const { bid, strike, right } = contract
  const deviation = volatilityOf(candidate) * Math.sqrt(expiry.years)
  const center = Math.log(expiry.forward) - 0.5 * deviation * deviation
  const halfWidth = config.income.firstScoreQuantile * deviation
  const [rangeLow, rangeHigh] = [Math.exp(center - halfWidth), Math.exp(center + halfWidth)]
  const resultAt = (price: number): number =>
    right === 'call' ? Math.min(price, strike) - chainPrice + bid : bid - Math.max(0, strike - price)
  return {
    expectedReward: money(Math.max(0, resultAt(rangeHigh))),
    expectedRisk: money(Math.max(0, -resultAt(rangeLow))),
    rangeLow: money(rangeLow),
    rangeHigh: money(rangeHigh),
  }
}
