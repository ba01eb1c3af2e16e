/** Components of the score's first edition: for widgets of release 1.1.0 and before. */
import type { IncomeOption } from '#contract/responses/income.ts'
import { config } from '../config.ts'
import { money } from '../rounding.ts'
import { volatilityOf, type Candidate } from './candidate.ts'

export type FirstScoreParts = Pick<
  IncomeOption['scoreParts'],
  'expectedReward' | 'expectedRisk' | 'rangeLow' | 'rangeHigh'
>

/** Best and worst result inside the 80 % range of the price at expiry, dollars per share. */
export const firstScorePartsOf = (candidate: Candidate, chainPrice: number): FirstScoreParts => {
  const { contract, expiry } = candidate
  const { bid, strike, right } = contract
  const deviation = volatilityOf(candidate) * Math.sqrt(expiry.years)
  const center = Math.log(expiry.forward) - 0.5 * deviation * deviation
  const reach = config.income.firstScoreQuantile * deviation
  const [rangeLow, rangeHigh] = [Math.exp(center - reach), Math.exp(center + reach)]
  const resultAt = (price: number): number =>
    right === 'call' ? Math.min(price, strike) - chainPrice + bid : bid - Math.max(0, strike - price)
  return {
    expectedReward: money(Math.max(0, resultAt(rangeHigh))),
    expectedRisk: money(Math.max(0, -resultAt(rangeLow))),
    rangeLow: money(rangeLow),
    rangeHigh: money(rangeHigh),
  }
}
