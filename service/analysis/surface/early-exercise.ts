/** The early-exercise premium of American options. */
import type { Chain } from '#service/markets/market.ts'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { americanPrice, europeanPrice } from '../pricing/american.ts'
import { dividendPresentValue } from '../pricing/escrowed.ts'
import type { CashDividend } from '../pricing/terms.ts'

/** Inputs of the early-exercise premium. */
export type ExerciseTerms = {
  /** The underlying's price at the time of the chain, dollars. */
  readonly spot: number
  readonly years: number
  /** Yearly, continuously compounded, decimal; so is `yield`. */
  readonly riskFreeRate: number
  /** The underlying's yield: implied by the forward if known, otherwise from the profile. */
  readonly yield: number
  /** Cash dividends before the expiry, in addition to the yield. */
  readonly dividends: readonly CashDividend[]
  readonly style: Chain['style']
}

/** Approximate yearly volatility by the logarithm of strike over spot; `undefined` if unknown. */
export type VolatilityGuess = ((moneyness: number) => number) | undefined

/**
 * The early-exercise premium by strike, dollars per share. The premium varies smoothly with the strike, so trees are
 * built for a few grid strikes and the premium is interpolated: an inversion per quote would cost about thirty times
 * as much.
 */
const premiumByStrike = (
  right: Right,
  { spot, years, riskFreeRate: rate, yield: dividendYield, dividends }: ExerciseTerms,
  volatilityAt: (moneyness: number) => number,
): ((strike: number) => number) => {
  const { nodeStep, maxNodes, steps, minBorrowingCost } = config.surface.earlyExercise
  const step = nodeStep * volatilityAt(0) * Math.sqrt(years)
  const premiumByNode = new Map<number, number>()
  // A tiny negative yield is treated as zero: trees are several times as fast without a negative yield.
  const effectiveYield = dividendYield < 0 && dividendYield > -minBorrowingCost ? 0 : dividendYield
  const premiumAtNode = (node: number): number => {
    let premium = premiumByNode.get(node)
    if (premium === undefined) {
      const moneyness = node * step
      const volatility = volatilityAt(moneyness)
      const strike = spot * Math.exp(moneyness)
      const terms = { right, spot, strike, years, rate, yield: effectiveYield, dividends, volatility }
      premiumByNode.set(node, (premium = Math.max(0, americanPrice(terms, steps) - europeanPrice(terms))))
    }
    return premium
  }
  return (strike) => {
    const position = Math.min(maxNodes, Math.max(-maxNodes, Math.log(strike / spot) / step))
    const lowerNode = Math.floor(position)
    const lowerPremium = premiumAtNode(lowerNode)
    return position === lowerNode
      ? lowerPremium
      : lowerPremium + (position - lowerNode) * (premiumAtNode(lowerNode + 1) - lowerPremium)
  }
}

/** Whether the cash dividends are a substantial part of the share price. */
export const hasLargeDividends = ({
  spot,
  years,
  riskFreeRate,
  dividends,
}: Omit<ExerciseTerms, 'style' | 'yield'>): boolean =>
  dividendPresentValue({ spot, years, rate: riskFreeRate, yield: 0, dividends }) >
  config.surface.earlyExercise.largeDividends * spot

/** Converts small dividends to an equivalent yield: their dates hardly affect the early exercise of a put. */
const dividendsAsYield = (terms: ExerciseTerms): ExerciseTerms => {
  const { spot, years, riskFreeRate: rate, dividends } = terms
  const stripped = spot - dividendPresentValue({ spot, years, rate, yield: terms.yield, dividends })
  return { ...terms, dividends: [], yield: terms.yield - Math.log(stripped / spot) / years }
}

/** Early-exercise premium, dollars per share. */
export type EarlyExercisePremium = (right: Right, strike: number) => number

const noPremium: EarlyExercisePremium = () => 0

/**
 * Returns the early-exercise premium for these terms and volatilities. It is zero for European
 * options and for an unknown volatility.
 */
export const earlyExercisePremiumOf = (
  terms: ExerciseTerms,
  volatilityAt: VolatilityGuess,
): EarlyExercisePremium => {
  if (terms.style === 'european' || !volatilityAt) return noPremium
  const call = premiumByStrike('call', terms, volatilityAt)
  const put = premiumByStrike('put', hasLargeDividends(terms) ? terms : dividendsAsYield(terms), volatilityAt)
  return (right, strike) => (right === 'call' ? call(strike) : put(strike))
}
