/** Fits the quotes of one expiry: screening, then the forward, then the smile. Each step is lazy. */
import type { Chain, Contract } from '#service/markets/market.ts'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import type { CalendarSide } from './calendar.ts'
import { atTheMoneyOf, robustSmileOf, type ExpiryQuotes } from './expiry-volatilities.ts'
import { earlyExerciseOf, isLarge, type EarlyExercise, type ExerciseTerms } from './european-mid.ts'
import { forwardOf, type ForwardEstimate, type ImpliedDividends } from './forward.ts'
import { escrowedForward, presentValueOf } from '../pricing/escrowed.ts'
import type { CashDividend } from '../pricing/terms.ts'
import type { RefusedQuote } from './refusal.ts'
import { lazy } from './lazy.ts'
import { screen, type ScreenResult } from './screen.ts'
import { smileOf, type Smile } from './smile.ts'
import { isQuoted, pairsOf, type StrikePair } from './strike-pairs.ts'

/** Context of an expiry. */
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
  /** Declared, before the expiry. */
  readonly dividends: readonly CashDividend[]
  /** Whether all dividends before the expiry are declared. */
  readonly areAllDeclared: boolean
  readonly style: Chain['style']
}

/** An expiry after comparison with its neighbours. */
export type SettledExpiry = {
  readonly forward: number
  readonly dividends: ImpliedDividends | undefined
  smile(): Smile | undefined
  atTheMoney(): number | undefined
  screened(): ScreenResult
  readonly earlyExercise: EarlyExercise
  /** Inputs of the early-exercise premium at this forward. */
  readonly exercise: ExerciseTerms
}

export type ExpiryFit = CalendarSide & {
  readonly terms: ExpiryTerms
  /** Implied by this expiry's quotes only. */
  readonly dividends: ImpliedDividends | undefined
  /** The expiry without these quotes. */
  excluding(refusedQuotes: readonly RefusedQuote[]): SettledExpiry
}

/**
 * Fair prices by the robust curve through these quotes; `undefined` if fewer than `minPoints` quotes are usable.
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

/** Quotes that no other quote contradicts or supports: several times the smile's price, or a fraction of it. */
const farFromSmile = (
  contracts: readonly Contract[],
  { forward, discount, earlyExercise }: ExpiryQuotes,
  smile: Smile,
): RefusedQuote[] => {
  const { ratio, dollars } = config.surface.screen.far
  // Call and put of a strike are consecutive, so the last put is cached.
  let cachedStrike = 0
  let cachedPut = 0
  return contracts
    .filter((contract) => {
      if (!isQuoted(contract)) return false
      const { strike, right, bid, ask } = contract
      if (strike !== cachedStrike) cachedPut = smile.undiscountedPut((cachedStrike = strike))
      const european = discount * (right === 'put' ? cachedPut : cachedPut - strike + forward)
      const fair = european + earlyExercise(right, strike)
      return bid > ratio * fair + dollars || ask < fair / ratio - dollars
    })
    .map((contract) => ({ contract, reason: 'far-from-smile' }))
}

type FirstScreen = ScreenResult & {
  readonly pairs: readonly StrikePair[]
  readonly estimate: ForwardEstimate
}

/** Derives the forward and the smile's inputs from the quotes of an expiry. */
type Method = {
  estimate(pairs: readonly StrikePair[]): ForwardEstimate
  quotesOf(pairs: readonly StrikePair[], forward: number): ExpiryQuotes
  exerciseAt(forward: number): ExerciseTerms
}

const methodOf = (terms: ExpiryTerms): Method => {
  const { spot, years, discount, riskFreeRate, dividends, style } = terms
  const carry = { spot, years, rate: riskFreeRate, yield: 0, dividends }
  const stripped = spot - presentValueOf(carry)
  const guess =
    terms.areAllDeclared || dividends.length > 0
      ? escrowedForward(carry)
      : (spot / discount) * Math.exp(-terms.dividendYield * years)
  let cached:
    | { readonly level: number; readonly yield: number; readonly earlyExercise: EarlyExercise }
    | undefined
  /** Caches the last premium: the quotes of an expiry are evaluated several times with one or two more or less. */
  const cachedEarlyExercise = (exercise: ExerciseTerms, level: number | undefined): EarlyExercise => {
    if (level === undefined) return earlyExerciseOf(exercise, undefined)
    const { maxLevelChange, maxYieldChange } = config.surface.earlyExercise
    if (
      cached &&
      Math.abs(cached.level / level - 1) < maxLevelChange &&
      Math.abs(cached.yield - exercise.yield) < maxYieldChange
    )
      return cached.earlyExercise
    const earlyExercise = earlyExerciseOf(exercise, () => level)
    cached = { level, yield: exercise.yield, earlyExercise }
    return earlyExercise
  }
  /** The part of the forward's discount that declared dividends do not explain is a yield. */
  const exerciseAt = (forward: number): ExerciseTerms => {
    const impliedYield = riskFreeRate - Math.log(forward / stripped) / years
    // With declared dividends, a small remainder is the uncertainty of the rate.
    const isNegligible =
      style === 'american' &&
      dividends.length > 0 &&
      Math.abs(impliedYield) <= config.surface.earlyExercise.yieldGap
    return { spot, years, riskFreeRate, style, dividends, yield: isNegligible ? 0 : impliedYield }
  }
  /** The quotes with the early-exercise premium at their own at-the-money volatility. */
  const quotesAt = (pairs: readonly StrikePair[], forward: number): ExpiryQuotes => {
    const raw: ExpiryQuotes = { pairs, forward, years, discount, riskFreeRate, earlyExercise: () => 0 }
    if (style !== 'american') return raw
    const exercise = exerciseAt(forward)
    let quotes = raw
    // Before a large dividend the premium is a substantial part of a call and changes its volatility: iterate.
    for (let round = 0; round < (isLarge(exercise) ? 3 : 1); round++) {
      quotes = { ...raw, earlyExercise: cachedEarlyExercise(exercise, atTheMoneyOf(quotes)) }
    }
    return quotes
  }
  return {
    estimate(pairs) {
      const market = { spot, guess, style }
      const firstEstimate = forwardOf(pairs, { ...quotesAt(pairs, guess), ...market })
      // The premium was computed with a wrong yield of the underlying.
      const isYieldWrong =
        Math.abs(Math.log(firstEstimate.forward / guess)) > config.surface.earlyExercise.yieldGap * years
      return style === 'american' && isYieldWrong
        ? forwardOf(pairs, { ...quotesAt(pairs, firstEstimate.forward), ...market })
        : firstEstimate
    },
    quotesOf: quotesAt,
    exerciseAt,
  }
}

/** Screens the expiry without its neighbours. */
const screenFirst = (contracts: readonly Contract[], terms: ExpiryTerms, method: Method): FirstScreen => {
  const pairs = pairsOf(contracts)
  const estimate = method.estimate(pairs)
  const { forward } = estimate
  if (estimate.hasPriceDrift) {
    const refused = contracts.map((contract): RefusedQuote => ({ contract, reason: 'price-drift' }))
    return { accepted: [], refused, pairs: [], estimate }
  }
  const result = screen(contracts, pairs, {
    ...terms,
    forward,
    fairPriceExcluding(suspects) {
      const unsuspected = method.quotesOf(excludeSuspects(pairs, suspects), forward)
      // If almost all quotes are suspect, all of them are used.
      return (
        fairPriceBy(unsuspected, 3) ?? fairPriceBy(method.quotesOf(pairs, forward), 1) ?? (() => undefined)
      )
    },
  })
  if (result.refused.length === 0) return { ...result, pairs, estimate }
  const cleanPairs = pairsOf(result.accepted)
  return { ...result, pairs: cleanPairs, estimate: method.estimate(cleanPairs) }
}

const excludeRefused = (
  contracts: readonly Contract[],
  refused: readonly RefusedQuote[],
): readonly Contract[] => {
  if (refused.length === 0) return contracts
  const refusedContracts = new Set(refused.map(({ contract }) => contract))
  return contracts.filter((contract) => !refusedContracts.has(contract))
}

/** The expiry without the quotes that its neighbours refute. */
const settleExpiry = (
  first: FirstScreen,
  refusedByNeighbours: readonly RefusedQuote[],
  method: Method,
): SettledExpiry => {
  const accepted = excludeRefused(first.accepted, refusedByNeighbours)
  const pairs = refusedByNeighbours.length === 0 ? first.pairs : pairsOf(accepted)
  const { forward, dividends } = refusedByNeighbours.length === 0 ? first.estimate : method.estimate(pairs)
  const quotes = method.quotesOf(pairs, forward)
  const smile = lazy(() => smileOf(quotes))
  return {
    forward,
    dividends,
    earlyExercise: quotes.earlyExercise,
    get exercise() {
      return method.exerciseAt(forward)
    },
    smile,
    // If the at-the-money quotes are wide, the smile through all quotes is more accurate.
    atTheMoney: lazy(
      () => atTheMoneyOf(quotes, config.surface.tightAtTheMoney) ?? smile()?.volatilityAt(forward),
    ),
    screened: lazy(() => {
      const fittedSmile = smile()
      const far = fittedSmile ? farFromSmile(accepted, quotes, fittedSmile) : []
      return {
        accepted: excludeRefused(accepted, far),
        refused: [...first.refused, ...refusedByNeighbours, ...far],
      }
    }),
  }
}

/** `contracts` are of one expiry, sorted by strike, call before put. */
export const createExpiryFit = (contracts: readonly Contract[], terms: ExpiryTerms): ExpiryFit => {
  const method = methodOf(terms)
  const firstScreen = lazy(() => screenFirst(contracts, terms, method))
  const fairPrice = lazy(() =>
    fairPriceBy(method.quotesOf(firstScreen().pairs, firstScreen().estimate.forward), 1),
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
    fairOf: (contract) => fairPrice()?.(contract),
    excluding: (refusedQuotes) => settleExpiry(firstScreen(), refusedQuotes, method),
  }
}
