/**
 * The implied distribution of the underlying for each expiry, in three steps: exclude contradictory
 * quotes, derive the forward from put-call parity near the money (so that dividends and borrowing
 * costs need not be known), and fit a density to the remaining quotes.
 */
import {
  unknownDividends,
  type Chain,
  type Contract,
  type Day,
  type Dividends,
  type Profile,
} from '#service/markets/market.ts'
import { daysBetween } from '#service/markets/calendar.ts'
import type { Right } from './pricing/black-scholes.ts'
import type { CashDividend } from './pricing/terms.ts'
import { config } from './config.ts'
import { lazy } from './surface/lazy.ts'
import { carryErrorOf, fitCarry, noCarry, type FittedCarry } from './surface/carry-fit.ts'
import { isPriceStale } from './surface/price-drift.ts'
import { dividendsUntil, hasNearCarry, observationsOf } from './surface/implied-dividends.ts'
import { createExpiryFit, priceDriftOf, type ExpiryFit, type ExpiryTerms } from './surface/expiry-fit.ts'
import { findCalendarRefusals } from './surface/calendar.ts'
import type { WeightedPut } from './surface/density.ts'
import type { ExerciseTerms } from './surface/early-exercise.ts'
import type { ImpliedDividends } from './surface/forward.ts'
import type { RefusedQuote } from './surface/refusal.ts'

/** One expiry of a chain. Volatilities are yearly decimals. */
export type PricedExpiry = {
  readonly day: Day
  /** Calendar days from the date of the response, at least 1: the days to expiry. */
  readonly days: number
  /**
   * Calendar days from the session of the quotes, at least 1. More than `days` before the open and
   * at weekends, when the quotes are of an earlier day. The quotes contain the variance of all of
   * them, so volatilities refer to them.
   */
  readonly quoteDays: number
  /** `quoteDays` in years. */
  readonly years: number
  readonly forward: number
  /** Standard error of the forward from the quotes, dollars. */
  readonly forwardError: number
  readonly discount: number
  /** The underlying's yield implied by the forward, continuously compounded; for greeks. */
  readonly yield: number
  /**
   * Dividends before the expiry, declared or implied by the quotes of all expiries, so they never
   * fall with time; `undefined` if the quotes imply nothing.
   */
  readonly dividends: ImpliedDividends | undefined
  /** Yearly cost of borrowing the share that the quotes imply; 0 if it is not significant. */
  readonly borrowRate: number
  /** Standard contracts with accepted quotes, by strike, call before put. */
  readonly contracts: readonly Contract[]
  /** Refused contracts, each with the reason. */
  readonly refused: readonly RefusedQuote[]
  /** Whether certain quotes are outside the fit, so that the smile does not have their shape. */
  readonly isMisfit: boolean
  /** Whether all quotes are refused because they were made at another price of the underlying. */
  readonly hasPriceDrift: boolean
  /** Volatility of the smile at a strike; `undefined` if no quote of the expiry is usable. */
  volatilityAt(strike: number): number | undefined
  /** P(S_T < x) under the smile, rising from 0 to 1; `undefined` if no quote is usable. */
  probabilityBelow(x: number): number | undefined
  /**
   * U(x) = E[(x - S_T)+] under the smile, undiscounted dollars per share. Convex, with slopes from
   * 0 to 1 and the forward as mean. `undefined` if no quote is usable.
   */
  undiscountedPut(x: number): number | undefined
  /** Standard error of the discounted price of an option at a strike, dollars per share; `undefined` if no quote is usable. */
  priceError(right: Right, strike: number): number | undefined
  /** Standard error of a weighted sum of undiscounted puts, dollars per share; `undefined` if no quote is usable. */
  putsError(puts: readonly WeightedPut[]): number | undefined
  /** Standard error of `probabilityBelow`; `undefined` if no quote is usable. */
  probabilityError(x: number): number | undefined
  /** Volatility at the forward, from the quotes near it; `undefined` if no quote is usable. */
  atTheMoney(): number | undefined
  /** Bid-ask spread at the money as a share of the price; `undefined` if no quote is usable. */
  widthAtTheMoney(): number | undefined
  /** Standard error of `atTheMoney`, from the bid-ask spreads; `undefined` if no quote is usable. */
  atTheMoneyError(): number | undefined
  /** Approximate early-exercise premium of an option, dollars per share; 0 if it is European. */
  earlyExercise(right: Right, strike: number): number
  /** Inputs for pricing the expiry's options, except strike, right and volatility. */
  readonly exercise: ExerciseTerms
}

/** Data that is necessary to derive expiries from the quotes of a chain. */
export type SurfaceContext = {
  /** The latest session that has opened, which the quotes are of. */
  readonly today: Day
  /** Calendar date in New York of the response. */
  readonly date: Day
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
  /** Yearly, decimal; used only if parity gives no forward and no dividends are declared. */
  readonly dividendYield: number
  /** Affect early exercise and the expected forward; unknown by default. */
  readonly dividends?: Dividends
}

/** Input of a symbol's option analysis. */
export type OptionFacts = {
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  readonly profile: Pick<Profile, 'dividendYield' | 'dividends'>
  readonly today: Day
  readonly date: Day
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
}

/**
 * Whether the contract delivers 100 shares. Exchanges append a digit to the root of contracts that
 * were adjusted for splits or mergers (`AAPL1`).
 */
export const isStandard = ({ id }: Pick<Contract, 'id'>): boolean => {
  // The root ends 15 characters before the end; the 21-character OSI form pads it with blanks.
  let end = id.length - 16
  while (end > 0 && id.charCodeAt(end) === 32) end--
  const lastChar = id.charCodeAt(end)
  return !(lastChar >= 48 && lastChar <= 57)
}

/** Contracts of one expiry, before any evaluation. */
type ExpiryGroup = { readonly day: Day; readonly contracts: Contract[]; readonly adjusted: Contract[] }

const groupsOf = (chain: Chain, date: Day): ExpiryGroup[] => {
  const groups: ExpiryGroup[] = []
  for (const contract of chain.contracts) {
    const { expiry } = contract
    // The chain is sorted by expiry, so the last group is the only one that can match.
    let group = groups.at(-1)
    if (group?.day !== expiry) {
      if (expiry <= date) continue
      groups.push((group = { day: expiry, contracts: [], adjusted: [] }))
    }
    if (!(contract.strike > 0)) continue
    if (isStandard(contract)) group.contracts.push(contract)
    else group.adjusted.push(contract)
  }
  return groups
}

/**
 * Combines the fit of an expiry with what all expiries of the chain show: `refusedQuotes` are the
 * quotes that neighbours contradict; `priceGap` is the error because price and quotes are of
 * different times, in dollars.
 */
const pricedExpiryOf = (
  { day, adjusted }: ExpiryGroup,
  date: Day,
  terms: ExpiryTerms,
  chain: {
    fit(): ExpiryFit
    isPriceStale(): boolean
    refusedQuotes(): readonly RefusedQuote[]
    priceGap(): number
    carry(): FittedCarry
    readonly declared: readonly CashDividend[]
  },
): PricedExpiry => {
  const { riskFreeRate, spot, days: quoteDays, years, discount } = terms
  const settledExpiry = lazy(() => chain.fit().excluding(chain.refusedQuotes()))
  const refused = lazy(() => [
    ...adjusted.map((contract): RefusedQuote => ({ contract, reason: 'adjusted' })),
    ...settledExpiry().screened().refused,
  ])
  return {
    day,
    days: daysBetween(date, day),
    quoteDays,
    years,
    discount,
    get forward() {
      return settledExpiry().forward
    },
    get forwardError() {
      return settledExpiry().forwardError
    },
    get yield() {
      return riskFreeRate - Math.log(settledExpiry().forward / spot) / years
    },
    get dividends() {
      const dividends = dividendsUntil(chain.fit(), chain.carry(), chain.declared)
      return dividends && { ...dividends, error: Math.hypot(dividends.error, chain.priceGap()) }
    },
    get borrowRate() {
      return chain.carry().borrowRate
    },
    get contracts() {
      return settledExpiry().screened().accepted
    },
    get refused() {
      return refused()
    },
    get isMisfit() {
      return settledExpiry().isMisfit()
    },
    get hasPriceDrift() {
      return chain.isPriceStale() || chain.fit().hasPriceDrift
    },
    volatilityAt: (strike) => (strike > 0 ? settledExpiry().smile()?.volatilityAt(strike) : undefined),
    probabilityBelow: (x) => settledExpiry().smile()?.probabilityBelow(x),
    undiscountedPut: (x) => settledExpiry().smile()?.undiscountedPut(x),
    priceError: (right, strike) => settledExpiry().priceError(right, strike),
    putsError: (puts) => settledExpiry().smile()?.putsError(puts),
    probabilityError: (x) => settledExpiry().smile()?.probabilityError(x),
    atTheMoney: () => settledExpiry().atTheMoney(),
    widthAtTheMoney: () => settledExpiry().widthAtTheMoney(),
    atTheMoneyError: () => settledExpiry().atTheMoneyError(),
    earlyExercise: (right, strike) => settledExpiry().earlyExercise(right, strike),
    get exercise() {
      return settledExpiry().exercise
    },
  }
}

/**
 * Returns the chain's expiries after `date`, nearest first; empty if `spot` is not positive. `spot`
 * is the underlying's price at the time of the chain, dollars. Evaluation is lazy: the first access
 * to an expiry's figures fits that expiry and screens its neighbours.
 */
export const expiriesOf = (chain: Chain, spot: number, context: SurfaceContext): readonly PricedExpiry[] => {
  if (!(spot > 0)) return []
  const { today, date, riskFreeRate, dividendYield, dividends = unknownDividends } = context
  const groups = groupsOf(chain, date)
  const declared = dividends.declared
    .filter(({ exDate }) => exDate > today)
    .map(({ exDate, amount }) => ({ exDate, amount, years: daysBetween(today, exDate) / config.daysPerYear }))
  const fitsWith = (inferred: FittedCarry) =>
    groups.map(({ day, contracts }) => {
      const days = Math.max(1, daysBetween(today, day))
      const years = days / config.daysPerYear
      const discount = Math.exp(-riskFreeRate * years)
      return createExpiryFit(contracts, {
        spot,
        days,
        years,
        discount,
        riskFreeRate,
        dividendYield,
        dividends: [
          ...declared.filter(({ exDate }) => exDate <= day),
          ...inferred.dividends.filter((dividend) => dividend.years <= years),
        ],
        borrowRate: inferred.borrowRate,
        carryError: carryErrorOf(inferred, spot, years),
        areAllDividendsDeclared: dividends.knownThrough !== null && dividends.knownThrough >= day,
        style: chain.style,
      })
    })
  const rawFits = fitsWith(noCarry)
  const isStale = lazy(() => isPriceStale(rawFits))
  const knownDays = Math.max(0, daysBetween(today, dividends.knownThrough ?? today))
  const lastDeclaredDays = declared.at(-1) && daysBetween(today, declared.at(-1)!.exDate)
  const carryOf = (fits: readonly ExpiryFit[], firstDay?: number): FittedCarry =>
    fitCarry(observationsOf(fits, declared), {
      spot,
      riskFreeRate,
      knownDays,
      lastDeclaredDays,
      lastDays: fits.at(-1)?.terms.days ?? 0,
      firstDay,
    })
  const rawCarry = lazy(() => (isStale() ? noCarry : carryOf(rawFits)))
  const isCarryKnown = () => rawCarry().dividends.length > 0 || rawCarry().borrowRate > 0
  // Ex-dates change the early-exercise premium, so the expiries are fitted again with them, if near ones need it.
  const isRefitted = lazy(() => hasNearCarry(rawFits, declared) && isCarryKnown())
  const fits = lazy(() => (isRefitted() ? fitsWith(rawCarry()) : rawFits))
  const carry = lazy(() => (isRefitted() ? carryOf(fits(), rawCarry().firstDay) : rawCarry()))
  const refusedByNeighbours = lazy(() =>
    findCalendarRefusals(fits(), { spot, isEuropean: chain.style === 'european' }),
  )
  // Few dividends are paid within a few days: one that the nearest expiry implies is an error of the price's time.
  const priceGap = lazy(() => {
    const nearest = fits().find((fit) => fit.dividends !== undefined)
    return nearest && nearest.terms.days <= config.surface.priceGapDays ? nearest.dividends!.presentValue : 0
  })
  return groups.map((group, i) =>
    pricedExpiryOf(group, date, rawFits[i]!.terms, {
      fit: () => fits()[i]!,
      isPriceStale: isStale,
      refusedQuotes: () => (isStale() ? priceDriftOf(fits()[i]!.contracts) : refusedByNeighbours()(i)),
      priceGap,
      carry,
      declared,
    }),
  )
}

/**
 * Returns the expiries of a symbol's chain at the chain's own price; empty if the symbol has no
 * options.
 */
export const expiriesFor = ({
  chain,
  profile,
  today,
  date,
  riskFreeRate,
}: OptionFacts): readonly PricedExpiry[] => {
  if (!chain) return []
  const { dividendYield, dividends } = profile
  return expiriesOf(chain, chain.underlyingPrice, { today, date, riskFreeRate, dividendYield, dividends })
}

/** Whether every expiry was quoted at another price of the underlying: the chain is refused. */
export const hasPriceDrift = (expiries: readonly PricedExpiry[]): boolean =>
  expiries.length > 0 && expiries.every((expiry) => expiry.hasPriceDrift)

/**
 * Price of an option by the smile of its expiry, dollars per share, including the early-exercise
 * premium of an American option; `undefined` if no quote of the expiry is usable.
 */
export const fairValue = (expiry: PricedExpiry, right: Right, strike: number): number | undefined => {
  const put = expiry.undiscountedPut(strike)
  if (put === undefined) return undefined
  const european = right === 'put' ? put : put - strike + expiry.forward
  return expiry.discount * Math.max(0, european) + expiry.earlyExercise(right, strike)
}
