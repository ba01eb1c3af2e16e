/**
 * The implied distribution of the underlying, expiry by expiry: contradictory quotes are excluded, the
 * forward comes from put-call parity near the money (dividends and borrow cancel out), and a density is
 * fitted to the rest.
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
import { config } from './config.ts'
import { lazily } from './surface/lazily.ts'
import { makeExpiryFit, type ExpiryFit } from './surface/reading.ts'
import { refutedBy } from './surface/calendar.ts'
import type { ExerciseTerms } from './surface/european-mid.ts'
import type { ImpliedDividends } from './surface/forward.ts'
import type { Refused } from './surface/refusal.ts'

/** One expiry of a chain. Volatilities are yearly decimals. */
export type PricedExpiry = {
  readonly day: Day
  /** Calendar days from today, at least 1. */
  readonly days: number
  readonly years: number
  readonly forward: number
  readonly discount: number
  /** The underlying's yield implied by the forward, continuously compounded; for greeks. */
  readonly yield: number
  /** Dividends before the expiry implied by the quotes; `undefined` if they imply nothing. */
  readonly dividends: ImpliedDividends | undefined
  /** Standard contracts with accepted quotes, by strike, call before put. */
  readonly contracts: readonly Contract[]
  /** The others, each with the reason. */
  readonly refused: readonly Refused[]
  /** The volatility of the smile at a strike; `undefined` if no quote of the expiry could be read. */
  volatilityAt(strike: number): number | undefined
  /** P(S_T < x) under the smile: rises from 0 to 1; `undefined` as above. */
  probabilityBelow(x: number): number | undefined
  /**
   * U(x) = E[(x - S_T)+] under the smile, undiscounted dollars per share: convex, slope within 0 and 1, mean = forward;
   * `undefined` as above.
   */
  undiscountedPut(x: number): number | undefined
  /** Volatility at the forward, from the quotes around it; `undefined` as above. */
  atTheMoney(): number | undefined
  /** Approximate early-exercise premium of an option, dollars per share; 0 if it is European. */
  earlyExercise(right: Right, strike: number): number
  /** Pricing inputs of the expiry's options besides their own terms and a volatility. */
  readonly exercise: ExerciseTerms
}

/** Context for reading quotes. */
export type SurfaceContext = {
  readonly today: Day
  readonly riskFreeRate: number
  /** Yearly, decimal; used only where parity gives no forward, and nothing is declared. */
  readonly dividendYield: number
  /** Declared dividends affect early exercise and the expected forward; unknown by default. */
  readonly dividends?: Dividends
}

/** Input of a symbol's option analysis. */
export type OptionFacts = {
  /** `undefined` if the symbol has no listed options. */
  readonly chain: Chain | undefined
  readonly profile: Pick<Profile, 'dividendYield' | 'dividends'>
  readonly today: Day
  /** Yearly, continuously compounded, decimal. */
  readonly riskFreeRate: number
}

/**
 * Whether the contract delivers 100 shares: exchanges mark adjusted contracts, left over from splits and mergers,
 * by a digit after the root (`AAPL1`).
 */
export const isStandard = ({ id }: Pick<Contract, 'id'>): boolean => {
  // The root ends 15 characters before the end, padded with blanks in the OSI's own 21-character form.
  let end = id.length - 16
  while (end > 0 && id.charCodeAt(end) === 32) end--
  const last = id.charCodeAt(end)
  return !(last >= 48 && last <= 57)
}

type Group = { readonly day: Day; readonly contracts: Contract[]; readonly adjusted: Contract[] }

const groupsOf = (chain: Chain, today: Day): Group[] => {
  const groups: Group[] = []
  for (const contract of chain.contracts) {
    const { expiry } = contract
    let group = groups.at(-1)
    // A chain is sorted by expiry.
    if (group?.day !== expiry) {
      if (expiry <= today) continue
      groups.push((group = { day: expiry, contracts: [], adjusted: [] }))
    }
    if (!(contract.strike > 0)) continue
    if (isStandard(contract)) group.contracts.push(contract)
    else group.adjusted.push(contract)
  }
  return groups
}

/** One expiry as returned, from its reading and its neighbours'. */
const expiryOf = (
  { day, adjusted }: Group,
  reading: ExpiryFit,
  around: { refuted(): readonly Refused[]; priceGap(): number },
): PricedExpiry => {
  const { riskFreeRate, spot, days, years, discount } = reading.terms
  const settled = lazily(() => reading.without(around.refuted()))
  const refused = lazily(() => [
    ...adjusted.map((contract): Refused => ({ contract, reason: 'adjusted' })),
    ...settled().judged().refused,
  ])
  return {
    day,
    days,
    years,
    discount,
    get forward() {
      return settled().forward
    },
    get yield() {
      return riskFreeRate - Math.log(settled().forward / spot) / years
    },
    get dividends() {
      const { dividends } = settled()
      return dividends && { ...dividends, error: Math.hypot(dividends.error, around.priceGap()) }
    },
    get contracts() {
      return settled().judged().passed
    },
    get refused() {
      return refused()
    },
    volatilityAt: (strike) => (strike > 0 ? settled().smile()?.volatilityAt(strike) : undefined),
    probabilityBelow: (x) => settled().smile()?.probabilityBelow(x),
    undiscountedPut: (x) => settled().smile()?.undiscountedPut(x),
    atTheMoney: () => settled().atTheMoney(),
    earlyExercise: (right, strike) => settled().earlyExercise(right, strike),
    get exercise() {
      return settled().exercise
    },
  }
}

/**
 * The chain's expiries after today, nearest first. `spot` is the underlying's price when the chain was
 * quoted. Everything is lazy, an expiry and its neighbours' screens at a time.
 */
export const expiriesOf = (chain: Chain, spot: number, context: SurfaceContext): readonly PricedExpiry[] => {
  if (!(spot > 0)) return []
  const { today, riskFreeRate, dividendYield, dividends = unknownDividends } = context
  const groups = groupsOf(chain, today)
  const declared = dividends.declared
    .filter(({ exDate }) => exDate > today)
    .map(({ exDate, amount }) => ({ exDate, amount, years: daysBetween(today, exDate) / config.daysPerYear }))
  const readings = groups.map(({ day, contracts }) => {
    const days = Math.max(1, daysBetween(today, day))
    const years = days / config.daysPerYear
    const discount = Math.exp(-riskFreeRate * years)
    const { knownThrough } = dividends
    return makeExpiryFit(contracts, {
      spot,
      days,
      years,
      discount,
      riskFreeRate,
      dividendYield,
      dividends: declared.filter(({ exDate }) => exDate <= day),
      areAllDeclared: knownThrough !== null && knownThrough >= day,
      style: chain.style,
    })
  })
  const refuted = refutedBy(readings, { spot, isEuropean: chain.style === 'european' })
  // Few days ahead hardly anything is paid: what parity misses there is between the price and the quotes' moment.
  const priceGap = lazily(() => {
    const near = readings.find((reading) => reading.dividends !== undefined)
    return near && near.terms.days <= config.surface.priceGapDays ? near.dividends!.presentValue : 0
  })
  return groups.map((group, i) =>
    expiryOf(group, readings[i]!, {
      refuted: () => refuted(i),
      priceGap,
    }),
  )
}

/** The same of a symbol as it is; none where it has no options. */
export const expiriesFor = ({
  chain,
  profile,
  today,
  riskFreeRate,
}: OptionFacts): readonly PricedExpiry[] => {
  if (!chain) return []
  const { dividendYield, dividends } = profile
  return expiriesOf(chain, chain.underlyingPrice, { today, riskFreeRate, dividendYield, dividends })
}

/** The price of the contract by the smile, dollars per share, including early exercise if it has that right. */
export const fairValue = (expiry: PricedExpiry, right: Right, strike: number): number | undefined => {
  const put = expiry.undiscountedPut(strike)
  if (put === undefined) return undefined
  const european = right === 'put' ? put : put - strike + expiry.forward
  return expiry.discount * Math.max(0, european) + expiry.earlyExercise(right, strike)
}
