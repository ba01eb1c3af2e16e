/**
 * What one option is worth on another day, at another volatility and price, with the right to exercise early where it
 * has that.
 */
import type { Contract } from '#service/markets/market.ts'
import { intrinsicOf } from '../income/candidate.ts'
import { americanPrice, europeanPrice } from '../pricing/american.ts'
import { americanVolatility, europeanVolatility } from '../pricing/american-volatility.ts'
import type { AmericanTerms, CashDividend } from '../pricing/terms.ts'
import type { PricedExpiry } from '../surface.ts'
import { config } from '../config.ts'

/** An option without day, price and volatility. */
export type Worth = {
  readonly exercise: PricedExpiry['exercise']
  readonly option: Pick<Contract, 'right' | 'strike'>
}

/** One point of the grid. */
export type ScenarioPoint = { readonly spot: number; readonly days: number; readonly volatility: number }

/** The dividends still to come with so many days left: on its ex-date one is gone. */
export const dividendsWith = ({ dividends, years }: Worth['exercise'], days: number): CashDividend[] => {
  const elapsed = Math.round(years * config.daysPerYear) - days
  // In whole days: one that goes ex on the day of expiry must not slip behind it in the last digit.
  return dividends.flatMap((dividend) => {
    const left = Math.round(dividend.years * config.daysPerYear) - elapsed
    return left > 0 ? [{ ...dividend, years: left / config.daysPerYear }] : []
  })
}

/** A negligible cost of carry is treated as zero: trees without a negative yield are several times as fast. */
const yieldOf = ({ yield: paid }: Worth['exercise']): number =>
  paid < 0 && paid > -config.surface.earlyExercise.leastBorrowing ? 0 : paid

/** Terms of the option at a point. `dividends`: those still to come. */
const termsAt = (
  { exercise, option: { right, strike } }: Worth,
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

/** At one point, dollars per share. */
export const worthAt = (
  worth: Worth,
  point: ScenarioPoint,
  steps: number = config.scenario.steps,
): number => {
  if (point.days === 0) return intrinsicOf(worth.option, point.spot)
  const terms = termsAt(worth, point, dividendsWith(worth.exercise, point.days))
  return worth.exercise.style === 'european' ? europeanPrice(terms) : americanPrice(terms, steps)
}

/**
 * For ascending prices at one day and volatility, dollars per share. The early-exercise premium varies so
 * little that trees are built at every second price, and at `exact`; beyond the exercise boundary the value
 * is the intrinsic value.
 */
export const worthOver = (
  worth: Worth,
  { days, volatility }: Omit<ScenarioPoint, 'spot'>,
  prices: readonly number[],
  exact: number,
): number[] => {
  const { option, exercise } = worth
  if (days === 0) return prices.map((spot) => intrinsicOf(option, spot))
  const dividends = dividendsWith(exercise, days)
  const at = (spot: number): AmericanTerms => termsAt(worth, { spot, days, volatility }, dividends)
  const european = prices.map((spot) => europeanPrice(at(spot)))
  if (exercise.style === 'european') return european
  const isCall = option.right === 'call'
  const values = european.slice()
  // From out of the money to deep in it.
  const order = prices.map((_, i) => (isCall ? i : prices.length - 1 - i))
  let before = { i: order[0]!, premium: 0 }
  for (const [place, i] of order.entries()) {
    const spot = prices[i]!
    if (place % 2 === 1 && spot !== exact && place < order.length - 1) continue
    if (european[i]! < config.scenario.nothing) {
      before = { i, premium: 0 }
      continue
    }
    const value = americanPrice(at(spot), config.scenario.steps)
    const premium = value - european[i]!
    const from = prices[before.i]!
    for (let j = before.i; j !== i; j += isCall ? 1 : -1) {
      if (j === before.i) continue
      const between = before.premium + ((prices[j]! - from) / (spot - from)) * (premium - before.premium)
      values[j] = Math.max(intrinsicOf(option, prices[j]!), european[j]! + between)
    }
    values[i] = value
    before = { i, premium }
    if (value <= intrinsicOf(option, spot)) {
      for (const j of order.slice(place + 1)) values[j] = intrinsicOf(option, prices[j]!)
      break
    }
  }
  return values
}

/**
 * The yearly volatility at which the option is worth its fair value in How; `undefined` if no volatility
 * gives it, for example if the option should be exercised at once.
 */
export const volatilityBehind = (worth: Worth, fairValue: number): number | undefined => {
  const { exercise, option } = worth
  const { spot, years, riskFreeRate: rate, dividends } = exercise
  const terms = { spot, strike: option.strike, years, rate, yield: yieldOf(exercise), dividends }
  if (exercise.style === 'european') return europeanVolatility(option.right, fairValue, terms)
  const tolerance = config.scenario.nothing
  return americanVolatility(option.right, fairValue, terms, { tolerance, steps: config.scenario.steps })
}
