/**
 * Values of one option on another day, at another volatility and price, including early exercise if it is American.
 */
import type { Contract } from '#service/markets/market.ts'
import { intrinsicOf } from '../income/candidate.ts'
import { americanPrice, europeanPrice } from '../pricing/american.ts'
import { americanVolatility, europeanVolatility } from '../pricing/american-volatility.ts'
import type { AmericanTerms, CashDividend } from '../pricing/terms.ts'
import type { PricedExpiry } from '../surface.ts'
import { config } from '../config.ts'

/** An option without day, price and volatility. */
export type OptionTerms = {
  readonly exercise: PricedExpiry['exercise']
  readonly option: Pick<Contract, 'right' | 'strike'>
}

/** One point of the grid. */
export type ScenarioPoint = { readonly spot: number; readonly days: number; readonly volatility: number }

/** The dividends that remain with so many days left; on its ex-date a dividend is paid. */
export const remainingDividends = (
  { dividends, years }: OptionTerms['exercise'],
  days: number,
): CashDividend[] => {
  const elapsed = Math.round(years * config.daysPerYear) - days
  // In whole days, so that rounding does not move an ex-date on the day of expiry behind the expiry.
  return dividends.flatMap((dividend) => {
    const daysToExDate = Math.round(dividend.years * config.daysPerYear) - elapsed
    return daysToExDate > 0 ? [{ ...dividend, years: daysToExDate / config.daysPerYear }] : []
  })
}

/** A negligible cost of carry is treated as zero: trees without a negative yield are several times as fast. */
const yieldOf = ({ yield: dividendYield }: OptionTerms['exercise']): number =>
  dividendYield < 0 && dividendYield > -config.surface.earlyExercise.minBorrowingCost ? 0 : dividendYield

/** Terms of the option at a point. `dividends`: those that remain. */
const termsAt = (
  { exercise, option: { right, strike } }: OptionTerms,
  { spot, days, volatility }: ScenarioPoint,
  dividends: readonly CashDividend[],
): AmericanTerms => ({
  right,
  strike,
  spot,
  years: days / config.daysPerYear,
  rate: exercise.riskFreeRate,
  yield: yieldOf(exercise),
  dividends,
  volatility,
})

/** Value at one point, dollars per share. */
export const valueAt = (
  option: OptionTerms,
  point: ScenarioPoint,
  steps: number = config.scenario.steps,
): number => {
  if (point.days === 0) return intrinsicOf(option.option, point.spot)
  const terms = termsAt(option, point, remainingDividends(option.exercise, point.days))
  return option.exercise.style === 'european' ? europeanPrice(terms) : americanPrice(terms, steps)
}

/**
 * Values for ascending prices at one day and volatility, dollars per share. The early-exercise premium is
 * smooth, so trees are built at every second price, and at `exact`; beyond the exercise boundary the value
 * is the intrinsic value.
 */
export const valuesOver = (
  terms: OptionTerms,
  { days, volatility }: Omit<ScenarioPoint, 'spot'>,
  prices: readonly number[],
  exact: number,
): number[] => {
  const { option, exercise } = terms
  if (days === 0) return prices.map((spot) => intrinsicOf(option, spot))
  const dividends = remainingDividends(exercise, days)
  const termsAtPrice = (spot: number): AmericanTerms => termsAt(terms, { spot, days, volatility }, dividends)
  const european = prices.map((spot) => europeanPrice(termsAtPrice(spot)))
  if (exercise.style === 'european') return european
  const isCall = option.right === 'call'
  const values = european.slice()
  // From out of the money to deep in it.
  const order = prices.map((_, i) => (isCall ? i : prices.length - 1 - i))
  let previous = { i: order[0]!, premium: 0 }
  for (const [position, i] of order.entries()) {
    const spot = prices[i]!
    if (position % 2 === 1 && spot !== exact && position < order.length - 1) continue
    if (european[i]! < config.scenario.negligible) {
      previous = { i, premium: 0 }
      continue
    }
    const value = americanPrice(termsAtPrice(spot), config.scenario.steps)
    const premium = value - european[i]!
    const previousPrice = prices[previous.i]!
    for (let j = previous.i; j !== i; j += isCall ? 1 : -1) {
      if (j === previous.i) continue
      const interpolated =
        previous.premium +
        ((prices[j]! - previousPrice) / (spot - previousPrice)) * (premium - previous.premium)
      values[j] = Math.max(intrinsicOf(option, prices[j]!), european[j]! + interpolated)
    }
    values[i] = value
    previous = { i, premium }
    if (value <= intrinsicOf(option, spot)) {
      for (const j of order.slice(position + 1)) values[j] = intrinsicOf(option, prices[j]!)
      break
    }
  }
  return values
}

/**
 * The yearly volatility at which the option has its fair value in How; `undefined` if there is none, for example if the
 * option should be exercised immediately.
 */
export const volatilityOfFairValue = (worth: OptionTerms, fairValue: number): number | undefined => {
  const { exercise, option } = worth
  const { spot, years, riskFreeRate: rate, dividends } = exercise
  const terms = { spot, strike: option.strike, years, rate, yield: yieldOf(exercise), dividends }
  if (exercise.style === 'european') return europeanVolatility(option.right, fairValue, terms)
  const tolerance = config.scenario.negligible
  return americanVolatility(option.right, fairValue, terms, { tolerance, steps: config.scenario.steps })
}
