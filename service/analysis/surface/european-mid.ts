/** The price a quote would have without the right to exercise early: what parity and the smile are made of. */
import type { Chain, Contract } from '#service/markets/market.ts'
import type { Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import { americanPrice, europeanPrice } from '../pricing/american.ts'
import { presentValueOf } from '../pricing/escrowed.ts'
import type { CashDividend } from '../pricing/terms.ts'
import { middle } from './strike-pairs.ts'

/** What early exercise depends on. */
export type ExerciseTerms = {
  /** The underlying's price at the chain's moment, dollars. */
  readonly spot: number
  readonly years: number
  /** Yearly, continuously compounded, decimal, as is the next. */
  readonly riskFreeRate: number
  /** The underlying's yield: implied by the forward if known, otherwise from the profile. */
  readonly yield: number
  /** Paid in cash before the expiry, beside the yield. */
  readonly dividends: readonly CashDividend[]
  readonly style: Chain['style']
}

/** Yearly volatility at the logarithm of strike over spot, about; `undefined` if nothing is known of it. */
export type VolatilityGuess = ((moneyness: number) => number) | undefined

/**
 * What early exercise is worth at a strike, dollars per share. It changes so little from strike to strike that trees
 * are built at a few only, and the rest is read between them: one inversion a quote would cost some thirty times as
 * much.
 */
const premiumsOf = (
  right: Right,
  { spot, years, riskFreeRate: rate, yield: paid, dividends }: ExerciseTerms,
  volatilityAt: (moneyness: number) => number,
): ((strike: number) => number) => {
  const { nodeStep, mostNodes, steps, leastBorrowing } = config.surface.earlyExercise
  const step = nodeStep * volatilityAt(0) * Math.sqrt(years)
  const known = new Map<number, number>()
  // As good as none: trees without a negative yield are several times as fast.
  const yielded = paid < 0 && paid > -leastBorrowing ? 0 : paid
  const atNode = (node: number): number => {
    let premium = known.get(node)
    if (premium === undefined) {
      const moneyness = node * step
      const volatility = volatilityAt(moneyness)
      const strike = spot * Math.exp(moneyness)
      const terms = { right, spot, strike, years, rate, yield: yielded, dividends, volatility }
      known.set(node, (premium = Math.max(0, americanPrice(terms, steps) - europeanPrice(terms))))
    }
    return premium
  }
  return (strike) => {
    const place = Math.min(mostNodes, Math.max(-mostNodes, Math.log(strike / spot) / step))
    const below = Math.floor(place)
    const low = atNode(below)
    return place === below ? low : low + (place - below) * (atNode(below + 1) - low)
  }
}

/** Whether the cash dividends are a good part of the price. */
export const isLarge = ({
  spot,
  years,
  riskFreeRate,
  dividends,
}: Omit<ExerciseTerms, 'style' | 'yield'>): boolean =>
  presentValueOf({ spot, years, rate: riskFreeRate, yield: 0, dividends }) >
  config.surface.earlyExercise.largeDividends * spot

/** The same carry as a yield: the right to exercise a put hardly minds on which day a small dividend is paid. */
const spreadOut = (terms: ExerciseTerms): ExerciseTerms => {
  const { spot, years, riskFreeRate: rate, dividends } = terms
  const stripped = spot - presentValueOf({ spot, years, rate, yield: terms.yield, dividends })
  return { ...terms, dividends: [], yield: terms.yield - Math.log(stripped / spot) / years }
}

/** What early exercise is worth, dollars per share. */
export type EarlyExercise = (right: Right, strike: number) => number

const none: EarlyExercise = () => 0

/**
 * The early-exercise premium by these volatilities and the yield; zero for European options and for unknown
 * volatility.
 */
export const earlyExerciseOf = (terms: ExerciseTerms, volatilityAt: VolatilityGuess): EarlyExercise => {
  if (terms.style === 'european' || !volatilityAt) return none
  const call = premiumsOf('call', terms, volatilityAt)
  const put = premiumsOf('put', isLarge(terms) ? terms : spreadOut(terms), volatilityAt)
  return (right, strike) => (right === 'call' ? call(strike) : put(strike))
}

/** The European price that the middle of a quote stands for, dollars per share. */
export const europeanMid = (contract: Contract, earlyExercise: EarlyExercise): number => {
  const mid = middle(contract)
  // A quote below that premium is invalid and stays unchanged.
  return Math.max(0.5 * mid, mid - earlyExercise(contract.right, contract.strike))
}
