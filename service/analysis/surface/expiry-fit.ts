/** Fits the quotes of one expiry: screening, then the forward, then the smile. Each step is lazy. */
import type { Chain, Contract } from '#service/markets/market.ts'
import { blackPrice, type Right } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import type { CalendarSide } from './calendar.ts'
import {
  atTheMoneyErrorOf,
  atTheMoneyOf,
  robustSmileOf,
  widthAtTheMoneyOf,
  type ExpiryQuotes,
} from './expiry-volatilities.ts'
import {
  earlyExercisePremiumOf,
  hasLargeDividends,
  type EarlyExercisePremium,
  type ExerciseTerms,
} from './early-exercise.ts'
import { forwardOf, type ForwardEstimate, type ImpliedDividends } from './forward.ts'
import { escrowedForward, dividendPresentValue } from '../pricing/escrowed.ts'
import type { CashDividend } from '../pricing/terms.ts'
import type { RefusedQuote } from './refusal.ts'
import { lazy } from './lazy.ts'
import { priceErrorOf, residualsOf } from './residuals.ts'
import { screen, type ScreenResult } from './screen.ts'
import { smileOf, type Smile } from './smile.ts'
import { pairsOf, type StrikePair } from './strike-pairs.ts'

/** An expiry and its market: the inputs of the fit other than quotes. */
export type ExpiryTerms = {
  /** The underlying's price at the time of the chain. */
  readonly spot: number
  readonly days: number
  readonly years: number
  readonly discount: number
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** Yearly, decimal; used only if parity gives no forward and no dividends are declared. */
  readonly dividendYield: number
  /** Declared and inferred dividends with an ex-date before the expiry. */
  readonly dividends: readonly CashDividend[]
  /** Inferred yearly cost of borrowing the share, continuously compounded. */
  readonly borrowRate: number
  /** Standard error of the forward with the inferred carry, dollars; `undefined` if none is inferred. */
  readonly carryError: number | undefined
  /** Whether every dividend before the expiry is declared. */
  readonly areAllDividendsDeclared: boolean
  readonly style: Chain['style']
}

/** The fit of an expiry after comparison with its neighbours. */
export type SettledExpiry = {
  readonly forward: number
  /** One standard error of `forward`, dollars. */
  readonly forwardError: number
  readonly dividends: ImpliedDividends | undefined
  smile(): Smile | undefined
  /** Standard error of a discounted price, dollars per share; `undefined` if no quote is usable. */
  priceError(right: Right, strike: number): number | undefined
  atTheMoney(): number | undefined
  widthAtTheMoney(): number | undefined
  atTheMoneyError(): number | undefined
  screened(): ScreenResult
  /** Whether several certain quotes are outside the fit. */
  isMisfit(): boolean
  readonly earlyExercise: EarlyExercisePremium
  /** Inputs of the early-exercise premium at `forward`. */
  readonly exercise: ExerciseTerms
}

/** The fit of an expiry before comparison with its neighbours. */
export type ExpiryFit = CalendarSide & {
  readonly terms: ExpiryTerms
  /** Dividends implied by the quotes of this expiry only. */
  readonly dividends: ImpliedDividends | undefined
  /** Whether the quotes were made at another price of the underlying, so that all are refused. */
  readonly hasPriceDrift: boolean
  /** Returns the fit without the quotes that neighbouring expiries refute. */
  excluding(refusedQuotes: readonly RefusedQuote[]): SettledExpiry
}

/**
 * Returns the fair price of a contract by the robust curve through the quotes; `undefined` if fewer
 * than `minPoints` quotes are usable.
 */
const fairPriceBy = (
  quotes: ExpiryQuotes,
  minPoints: number,
): ((contract: Contract) => number) | undefined => {
  const smile = robustSmileOf(quotes)
  if (!smile || smile.points.length < minPoints) return undefined
  const { unit, curve } = smile
  const { forward, discount, years } = quotes
  return ({ right, strike }) => {
    const volatility = curve(Math.log(strike / forward) / unit)
    const european = discount * blackPrice(right, forward, strike, volatility * Math.sqrt(years))
    return european + quotes.earlyExercise(right, strike)
  }
}

const excludeSuspects = (pairs: readonly StrikePair[], suspects: ReadonlySet<Contract>): StrikePair[] =>
  pairs.map(({ strike, call, put }) => ({
    strike,
    call: call && suspects.has(call) ? undefined : call,
    put: put && suspects.has(put) ? undefined : put,
  }))

/** Refuses all contracts, because they were quoted at another price of the underlying. */
export const priceDriftOf = (contracts: readonly Contract[]): RefusedQuote[] =>
  contracts.map((contract) => ({ contract, reason: 'price-drift' }))

/** Without dividends, because another price of the underlying explains the forward. */
const driftedEstimate = (estimate: ForwardEstimate): ForwardEstimate => ({
  ...estimate,
  hasPriceDrift: true,
  dividends: undefined,
})

type FirstScreen = ScreenResult & {
  readonly pairs: readonly StrikePair[]
  readonly estimate: ForwardEstimate
}

/** Derives the forward and the inputs of the smile from the quotes of one expiry. */
type ExpiryEstimator = {
  estimateForward(pairs: readonly StrikePair[]): ForwardEstimate
  quotesAt(pairs: readonly StrikePair[], forward: number): ExpiryQuotes
  exerciseTermsAt(forward: number): ExerciseTerms
}

const createEstimator = (terms: ExpiryTerms): ExpiryEstimator => {
  const { spot, years, discount, riskFreeRate, dividends, style } = terms
  const carry = { spot, years, rate: riskFreeRate, yield: terms.borrowRate, dividends }
  const stripped = spot - dividendPresentValue({ ...carry, yield: 0 })
  const expectedForward =
    terms.areAllDividendsDeclared || dividends.length > 0 || terms.carryError !== undefined
      ? escrowedForward(carry)
      : (spot / discount) * Math.exp(-terms.dividendYield * years)
  let cached:
    | { readonly atTheMoney: number; readonly yield: number; readonly earlyExercise: EarlyExercisePremium }
    | undefined
  /**
   * Returns the cached premium if volatility and yield hardly differ: one expiry is evaluated
   * several times, with one or two quotes more or less.
   */
  const cachedEarlyExercise = (
    exercise: ExerciseTerms,
    atTheMoney: number | undefined,
  ): EarlyExercisePremium => {
    if (atTheMoney === undefined) return earlyExercisePremiumOf(exercise, undefined)
    const { maxLevelChange, maxYieldChange } = config.surface.earlyExercise
    if (
      cached &&
      Math.abs(cached.atTheMoney / atTheMoney - 1) < maxLevelChange &&
      Math.abs(cached.yield - exercise.yield) < maxYieldChange
    )
      return cached.earlyExercise
    const earlyExercise = earlyExercisePremiumOf(exercise, () => atTheMoney)
    cached = { atTheMoney, yield: exercise.yield, earlyExercise }
    return earlyExercise
  }
  /** Treats the part of the forward that declared dividends do not explain as a yield. */
  const exerciseTermsAt = (forward: number): ExerciseTerms => {
    const impliedYield = riskFreeRate - Math.log(forward / stripped) / years
    // If dividends are declared, a small remainder comes from the uncertainty of the rate.
    const isNegligible =
      style === 'american' &&
      dividends.length > 0 &&
      Math.abs(impliedYield) <= config.surface.earlyExercise.yieldGap
    return { spot, years, riskFreeRate, style, dividends, yield: isNegligible ? 0 : impliedYield }
  }
  /** Adds the early-exercise premium at the quotes' own at-the-money volatility. */
  const quotesAt = (pairs: readonly StrikePair[], forward: number): ExpiryQuotes => {
    const raw: ExpiryQuotes = { pairs, forward, years, discount, riskFreeRate, earlyExercise: () => 0 }
    if (style !== 'american') return raw
    const exercise = exerciseTermsAt(forward)
    let quotes = raw
    // Before a large dividend the premium is a substantial part of a call and changes its volatility: iterate.
    for (let round = 0; round < (hasLargeDividends(exercise) ? 3 : 1); round++) {
      quotes = { ...raw, earlyExercise: cachedEarlyExercise(exercise, atTheMoneyOf(quotes)) }
    }
    return quotes
  }
  return {
    estimateForward(pairs) {
      const { yieldGap, maxRounds } = config.surface.earlyExercise
      const market = { spot, strippedSpot: stripped, expectedForward, expectedError: terms.carryError, style }
      let assumed = expectedForward
      let estimate = forwardOf(pairs, { ...quotesAt(pairs, assumed), ...market })
      // If the forward differs from the assumed one, the premium was computed with a wrong yield.
      const isYieldWrong = () => Math.abs(Math.log(estimate.forward / assumed)) > yieldGap * years
      const rounds = style === 'american' ? maxRounds : 1
      for (let round = 1; round < rounds && isYieldWrong(); round++) {
        assumed = estimate.forward
        estimate = forwardOf(pairs, { ...quotesAt(pairs, assumed), ...market })
      }
      return estimate
    },
    quotesAt,
    exerciseTermsAt,
  }
}

/** Screens the expiry without regard to its neighbours. */
const screenFirst = (
  contracts: readonly Contract[],
  terms: ExpiryTerms,
  estimator: ExpiryEstimator,
): FirstScreen => {
  const pairs = pairsOf(contracts)
  const estimate = estimator.estimateForward(pairs)
  const { forward } = estimate
  if (estimate.hasPriceDrift) return { accepted: [], refused: priceDriftOf(contracts), pairs: [], estimate }
  const result = screen(contracts, pairs, {
    ...terms,
    forward,
    fairPriceExcluding(suspects) {
      const unsuspected = estimator.quotesAt(excludeSuspects(pairs, suspects), forward)
      // If too few quotes are free of suspicion, the suspects are used as well.
      return (
        fairPriceBy(unsuspected, 3) ?? fairPriceBy(estimator.quotesAt(pairs, forward), 1) ?? (() => undefined)
      )
    },
  })
  const isClean = result.refused.length === 0
  const cleanPairs = isClean ? pairs : pairsOf(result.accepted)
  const cleanEstimate = isClean ? estimate : estimator.estimateForward(cleanPairs)
  // One broken quote may raise the first estimate, so the forward of the remaining quotes decides.
  if (cleanEstimate.hasPriceDrift || cleanEstimate.isAboveGrownSpot)
    return {
      accepted: [],
      refused: [...result.refused, ...priceDriftOf(result.accepted)],
      pairs: [],
      estimate: driftedEstimate(cleanEstimate),
    }
  return { ...result, pairs: cleanPairs, estimate: cleanEstimate }
}

const excludeRefused = (
  contracts: readonly Contract[],
  refused: readonly RefusedQuote[],
): readonly Contract[] => {
  if (refused.length === 0) return contracts
  const refusedContracts = new Set(refused.map(({ contract }) => contract))
  return contracts.filter((contract) => !refusedContracts.has(contract))
}

/** Fits the expiry without the quotes that its neighbours refute. */
const settleExpiry = (
  first: FirstScreen,
  refusedByNeighbours: readonly RefusedQuote[],
  estimator: ExpiryEstimator,
): SettledExpiry => {
  const accepted = excludeRefused(first.accepted, refusedByNeighbours)
  const pairs = refusedByNeighbours.length === 0 ? first.pairs : pairsOf(accepted)
  const { forward, forwardError, dividends } =
    refusedByNeighbours.length === 0 ? first.estimate : estimator.estimateForward(pairs)
  const quotes = estimator.quotesAt(pairs, forward)
  const smile = lazy(() => smileOf(quotes))
  // If the at-the-money quotes are wide, the smile through all quotes is more accurate.
  const atTheMoney = lazy(
    () => atTheMoneyOf(quotes, config.surface.tightAtTheMoney) ?? smile()?.volatilityAt(forward),
  )
  const residuals = lazy(() => residualsOf(accepted, quotes, smile()))
  return {
    forward,
    forwardError,
    dividends,
    earlyExercise: quotes.earlyExercise,
    get exercise() {
      return estimator.exerciseTermsAt(forward)
    },
    smile,
    priceError: (right, strike) => {
      const fitted = smile()
      return fitted && priceErrorOf(fitted, quotes, right, strike)
    },
    atTheMoney,
    widthAtTheMoney: lazy(() => {
      const volatility = atTheMoney()
      return volatility === undefined ? undefined : widthAtTheMoneyOf(quotes, volatility)
    }),
    atTheMoneyError: lazy(() => {
      const volatility = atTheMoney()
      return volatility === undefined ? undefined : atTheMoneyErrorOf(quotes, volatility)
    }),
    screened: lazy(() => {
      const far = residuals().far.map((contract): RefusedQuote => ({ contract, reason: 'far-from-smile' }))
      return {
        accepted: excludeRefused(accepted, far),
        refused: [...first.refused, ...refusedByNeighbours, ...far],
      }
    }),
    isMisfit: () => residuals().isMisfit,
  }
}

/**
 * Creates the fit of an expiry. `contracts` are sorted by strike, and at each strike the call
 * precedes the put.
 */
export const createExpiryFit = (contracts: readonly Contract[], terms: ExpiryTerms): ExpiryFit => {
  const estimator = createEstimator(terms)
  const firstScreen = lazy(() => screenFirst(contracts, terms, estimator))
  const fairPrice = lazy(() =>
    fairPriceBy(estimator.quotesAt(firstScreen().pairs, firstScreen().estimate.forward), 1),
  )
  return {
    terms,
    discount: terms.discount,
    get contracts() {
      return firstScreen().accepted
    },
    get dividends() {
      return firstScreen().estimate.dividends
    },
    get hasPriceDrift() {
      return firstScreen().estimate.hasPriceDrift
    },
    fairOf: (contract) => fairPrice()?.(contract),
    excluding: (refusedQuotes) => settleExpiry(firstScreen(), refusedQuotes, estimator),
  }
}
