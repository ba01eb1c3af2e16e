/**
 * Values an option on another day, at another volatility and another price, with early exercise if
 * it is American.
 */
import type { Contract } from '#service/markets/market.ts'
import { intrinsicOf } from '../income/candidate.ts'
import { americanPrice, europeanPrice } from '../pricing/american.ts'
import { americanVolatility, europeanVolatility } from '../pricing/american-volatility.ts'
import type { AmericanTerms, CashDividend } from '../pricing/terms.ts'
import type { PricedExpiry } from '../surface.ts'
import { config } from '../config.ts'

/** The terms of an option, without day, price and volatility. */
export type OptionTerms = {
  readonly exercise: PricedExpiry['exercise']
  readonly option: Pick<Contract, 'right' | 'strike'>
}

/**
 * A point of the grid: price in dollars, calendar days until expiry, yearly volatility (decimal).
 */
export type ScenarioPoint = { readonly spot: number; readonly days: number; readonly volatility: number }

/**
 * Returns the dividends that remain `days` before the expiry. A dividend does not remain on its
 * ex-date.
 */
export const remainingDividends = (
  { dividends, years }: OptionTerms['exercise'],
  days: number,
): CashDividend[] => {
  const elapsed = Math.round(years * config.daysPerYear) - days
  // In whole days, because rounding must not move an ex-date on the day of expiry to a later day.
  return dividends.flatMap((dividend) => {
    const daysToExDate = Math.round(dividend.years * config.daysPerYear) - elapsed
    return daysToExDate > 0 ? [{ ...dividend, years: daysToExDate / config.daysPerYear }] : []
  })
}

/**
 * Treats a negligible borrowing cost as zero, because trees without a negative yield are several
 * times as fast.
 */
const yieldOf = ({ yield: dividendYield }: OptionTerms['exercise']): number =>
  dividendYield < 0 && dividendYield > -config.surface.earlyExercise.minBorrowingCost ? 0 : dividendYield

/** Input of the pricing functions at a point. `dividends`: the remaining ones. */
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

/** Returns the value at one point, dollars per share. */
export const valueAt = (
  optionTerms: OptionTerms,
  point: ScenarioPoint,
  steps: number = config.scenario.steps,
): number => {
  if (point.days === 0) return intrinsicOf(optionTerms.option, point.spot)
  const terms = termsAt(optionTerms, point, remainingDividends(optionTerms.exercise, point.days))
  return optionTerms.exercise.style === 'european' ? europeanPrice(terms) : americanPrice(terms, steps)
}

/**
 * Returns the values for ascending prices at one day and volatility, dollars per share. The
 * early-exercise premium is smooth in the price, so trees are built only at every second price and
 * at `exactPrice`; the premium is interpolated between them. Beyond the exercise boundary, the
 * value is the intrinsic value.
 */
export const valuesAtPrices = (
  optionTerms: OptionTerms,
  { days, volatility }: Omit<ScenarioPoint, 'spot'>,
  prices: readonly number[],
  exactPrice: number,
): number[] => {
  const { option, exercise } = optionTerms
  if (days === 0) return prices.map((spot) => intrinsicOf(option, spot))
  const dividends = remainingDividends(exercise, days)
  const termsAtPrice = (spot: number): AmericanTerms =>
    termsAt(optionTerms, { spot, days, volatility }, dividends)
  const european = prices.map((spot) => europeanPrice(termsAtPrice(spot)))
  if (exercise.style === 'european') return european
  const isCall = option.right === 'call'
  const values = european.slice()
  // From the most out-of-the-money to the most in-the-money price.
  const order = prices.map((_, i) => (isCall ? i : prices.length - 1 - i))
  let previous = { i: order[0]!, premium: 0 }
  for (const [position, i] of order.entries()) {
    const spot = prices[i]!
    if (position % 2 === 1 && spot !== exactPrice && position < order.length - 1) continue
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
 * Returns the yearly volatility at which the option has the fair value; `undefined` if no
 * volatility gives it, for example if the option should be exercised immediately.
 */
export const volatilityOfFairValue = (optionTerms: OptionTerms, fairValue: number): number | undefined => {
  const { exercise, option } = optionTerms
  const { spot, years, riskFreeRate: rate, dividends } = exercise
  const terms = { spot, strike: option.strike, years, rate, yield: yieldOf(exercise), dividends }
  if (exercise.style === 'european') return europeanVolatility(option.right, fairValue, terms)
  const tolerance = config.scenario.negligible
  return americanVolatility(option.right, fairValue, terms, { tolerance, steps: config.scenario.steps })
}
