/** Reads the quotes of one expiry: screening, then the forward, then the smile. Each step is lazy. */
import type { Chain, Contract } from '#service/markets/market.ts'
import { blackPrice } from '#service/analysis/pricing/black-scholes.ts'
import { config } from '../config.ts'
import type { CalendarSide } from './calendar.ts'
import { atTheMoneyOf, robustSmileOf, type ExpiryQuotes } from './expiry-volatilities.ts'
import { earlyExerciseOf, isLarge, type EarlyExercise, type ExerciseTerms } from './european-mid.ts'
import { forwardOf, type ForwardEstimate, type ImpliedDividends } from './forward.ts'
import { escrowedForward, presentValueOf } from '../pricing/escrowed.ts'
import type { CashDividend } from '../pricing/terms.ts'
import type { Refused } from './refusal.ts'
import { lazily } from './lazily.ts'
import { screen, type Screened } from './screen.ts'
import { smileOf, type Smile } from './smile.ts'
import { isQuoted, pairsOf, type StrikePair } from './strike-pairs.ts'

/** Context of an expiry. */
export type ExpiryTerms = {
  /** The underlying's price at the chain's moment. */
  readonly spot: number
  readonly days: number
  readonly years: number
  readonly discount: number
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** Yearly, decimal; used only where parity gives no forward, and nothing is declared. */
  readonly dividendYield: number
  /** Declared, before the expiry. */
  readonly dividends: readonly CashDividend[]
  /** Whether no other will be paid before it. */
  readonly areAllDeclared: boolean
  readonly style: Chain['style']
}

/** An expiry after comparison with its neighbours. */
export type Settled = {
  readonly forward: number
  readonly dividends: ImpliedDividends | undefined
  smile(): Smile | undefined
  atTheMoney(): number | undefined
  judged(): Screened
  readonly earlyExercise: EarlyExercise
  /** What early exercise is reckoned with at this forward. */
  readonly exercise: ExerciseTerms
}

export type ExpiryFit = CalendarSide & {
  readonly terms: ExpiryTerms
  /** As implied by this expiry alone. */
  readonly dividends: ImpliedDividends | undefined
  /** The expiry without these quotes. */
  without(refuted: readonly Refused[]): Settled
}

/**
 * What contracts should cost by the robust curve through these quotes; `undefined` where fewer than `least` can be
 * read.
 */
const fairBy = (quotes: ExpiryQuotes, least: number): ((contract: Contract) => number) | undefined => {
  const smile = robustSmileOf(quotes)
  if (!smile || smile.points.length < least) return undefined
  const { unit, curve } = smile
  const { forward, discount, years } = quotes
  return ({ right, strike }) => {
    const volatility = curve(Math.log(strike / forward) / unit)
    const european = discount * blackPrice(right, forward, strike, volatility * Math.sqrt(years))
    return european + quotes.earlyExercise(right, strike)
  }
}

const withoutSuspects = (pairs: readonly StrikePair[], suspects: ReadonlySet<Contract>): StrikePair[] =>
  pairs.map(({ strike, call, put }) => ({
    strike,
    call: call && suspects.has(call) ? undefined : call,
    put: put && suspects.has(put) ? undefined : put,
  }))

/** Quotes that are not contradicted but unsupported: several times the smile's price, or a fraction of it. */
const farFromSmile = (
  contracts: readonly Contract[],
  { forward, discount, earlyExercise }: ExpiryQuotes,
  smile: Smile,
): Refused[] => {
  const { ratio, dollars } = config.surface.screen.far
  // Both of a strike follow each other.
  let at = 0
  let put = 0
  return contracts
    .filter((contract) => {
      if (!isQuoted(contract)) return false
      const { strike, right, bid, ask } = contract
      if (strike !== at) put = smile.undiscountedPut((at = strike))
      const european = discount * (right === 'put' ? put : put - strike + forward)
      const fair = european + earlyExercise(right, strike)
      return bid > ratio * fair + dollars || ask < fair / ratio - dollars
    })
    .map((contract) => ({ contract, reason: 'far-from-smile' }))
}

type FirstScreen = Screened & { readonly pairs: readonly StrikePair[]; readonly estimate: ForwardEstimate }

/** How the quotes of an expiry become a forward, and what its smile is read from. */
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
  let last:
    | { readonly level: number; readonly yield: number; readonly earlyExercise: EarlyExercise }
    | undefined
  /** The quotes of an expiry are read several times, with one or two more or less: what that hardly changes is kept. */
  const reckoned = (exercise: ExerciseTerms, level: number | undefined): EarlyExercise => {
    if (level === undefined) return earlyExerciseOf(exercise, undefined)
    const { sameLevel, sameYield } = config.surface.earlyExercise
    if (
      last &&
      Math.abs(last.level / level - 1) < sameLevel &&
      Math.abs(last.yield - exercise.yield) < sameYield
    )
      return last.earlyExercise
    const earlyExercise = earlyExerciseOf(exercise, () => level)
    last = { level, yield: exercise.yield, earlyExercise }
    return earlyExercise
  }
  /** The forward's discount beyond the declared dividends is a yield. */
  const exerciseAt = (forward: number): ExerciseTerms => {
    const beyond = riskFreeRate - Math.log(forward / stripped) / years
    // Beside declared dividends a little of it is the rate that is not known to the digit.
    const isNone =
      style === 'american' &&
      dividends.length > 0 &&
      Math.abs(beyond) <= config.surface.earlyExercise.yieldGap
    return { spot, years, riskFreeRate, style, dividends, yield: isNone ? 0 : beyond }
  }
  /** Quotes as they are, and what early exercise is worth in them by the volatility that they say at the money. */
  const read = (pairs: readonly StrikePair[], forward: number): ExpiryQuotes => {
    const raw: ExpiryQuotes = { pairs, forward, years, discount, riskFreeRate, earlyExercise: () => 0 }
    if (style !== 'american') return raw
    const exercise = exerciseAt(forward)
    let quotes = raw
    // Before a large dividend the right to exercise is a good part of a call: without it the volatility is another one.
    for (let round = 0; round < (isLarge(exercise) ? 3 : 1); round++) {
      quotes = { ...raw, earlyExercise: reckoned(exercise, atTheMoneyOf(quotes)) }
    }
    return quotes
  }
  return {
    estimate(pairs) {
      const market = { spot, guess, style }
      const first = forwardOf(pairs, { ...read(pairs, guess), ...market })
      // Early exercise was reckoned with a yield that is not the underlying's.
      const isOff = Math.abs(Math.log(first.forward / guess)) > config.surface.earlyExercise.yieldGap * years
      return style === 'american' && isOff
        ? forwardOf(pairs, { ...read(pairs, first.forward), ...market })
        : first
    },
    quotesOf: read,
    exerciseAt,
  }
}

/** The expiry alone. */
const screenFirst = (contracts: readonly Contract[], terms: ExpiryTerms, method: Method): FirstScreen => {
  const pairs = pairsOf(contracts)
  const estimate = method.estimate(pairs)
  const { forward } = estimate
  if (estimate.isOfAnotherPrice) {
    const refused = contracts.map((contract): Refused => ({ contract, reason: 'price-drift' }))
    return { passed: [], refused, pairs: [], estimate }
  }
  const result = screen(contracts, pairs, {
    ...terms,
    forward,
    fairWithout(suspects) {
      const others = method.quotesOf(withoutSuspects(pairs, suspects), forward)
      // Where hardly anything is beyond suspicion the majority has to say.
      return fairBy(others, 3) ?? fairBy(method.quotesOf(pairs, forward), 1) ?? (() => undefined)
    },
  })
  if (result.refused.length === 0) return { ...result, pairs, estimate }
  const clean = pairsOf(result.passed)
  return { ...result, pairs: clean, estimate: method.estimate(clean) }
}

const without = (contracts: readonly Contract[], refused: readonly Refused[]): readonly Contract[] => {
  if (refused.length === 0) return contracts
  const out = new Set(refused.map(({ contract }) => contract))
  return contracts.filter((contract) => !out.has(contract))
}

/** The expiry less what its neighbors refute. */
const settle = (first: FirstScreen, refuted: readonly Refused[], method: Method): Settled => {
  const passed = without(first.passed, refuted)
  const pairs = refuted.length === 0 ? first.pairs : pairsOf(passed)
  const { forward, dividends } = refuted.length === 0 ? first.estimate : method.estimate(pairs)
  const quotes = method.quotesOf(pairs, forward)
  const smile = lazily(() => smileOf(quotes))
  return {
    forward,
    dividends,
    earlyExercise: quotes.earlyExercise,
    get exercise() {
      return method.exerciseAt(forward)
    },
    smile,
    // Where quotes at the money are wide all others together know it better.
    atTheMoney: lazily(
      () => atTheMoneyOf(quotes, config.surface.tightAtTheMoney) ?? smile()?.volatilityAt(forward),
    ),
    judged: lazily(() => {
      const fitted = smile()
      const far = fitted ? farFromSmile(passed, quotes, fitted) : []
      return { passed: without(passed, far), refused: [...first.refused, ...refuted, ...far] }
    }),
  }
}

/** `contracts` are of one expiry, sorted by strike, call before put. */
export const makeExpiryFit = (contracts: readonly Contract[], terms: ExpiryTerms): ExpiryFit => {
  const method = methodOf(terms)
  const first = lazily(() => screenFirst(contracts, terms, method))
  const fair = lazily(() => fairBy(method.quotesOf(first().pairs, first().estimate.forward), 1))
  return {
    terms,
    discount: terms.discount,
    get contracts() {
      return first().passed
    },
    get dividends() {
      return first().estimate.dividends
    },
    fairOf: (contract) => fair()?.(contract),
    without: (refuted) => settle(first(), refuted, method),
  }
}
