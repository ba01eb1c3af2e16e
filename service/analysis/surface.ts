/**
 * What a chain says about the distribution of the underlying, expiry by expiry: quotes that contradict each other are
 * left out, the forward comes from put-call parity near the money (dividends and borrow fall out), and a density is
 * fitted to what remains.
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
import { makeReading, type Reading } from './surface/reading.ts'
import { refutedBy } from './surface/calendar.ts'
import type { ExerciseTerms } from './surface/european-mid.ts'
import type { ImpliedDividends } from './surface/forward.ts'
import type { Refused } from './surface/refusal.ts'

/** One expiry of a chain. Volatilities are yearly decimals. */
export type Expiry = {
  readonly day: Day
  /** Calendar days from today, at least 1. */
  readonly days: number
  readonly years: number
  readonly forward: number
  readonly discount: number
  /** What the forward says the underlying yields, continuously compounded; for greeks. */
  readonly yield: number
  /** What the quotes imply of dividends before the expiry; `undefined` where they do not say. */
  readonly dividends: ImpliedDividends | undefined
  /** Standard contracts whose quotes can be true, by strike, call before put. */
  readonly contracts: readonly Contract[]
  /** The others, each with what is wrong with it. */
  readonly refused: readonly Refused[]
  /** The volatility of the smile at a strike; `undefined` where no quote of the expiry could be read. */
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
  /** What the right to exercise early adds to an option, dollars per share, about; 0 where it is European. */
  earlyExercise(right: Right, strike: number): number
  /** What an option of the expiry is priced with, beside its own terms and a volatility. */
  readonly exercise: ExerciseTerms
}

/** What the quotes are read against. */
export type SurfaceContext = {
  readonly today: Day
  readonly riskFreeRate: number
  /** Yearly, decimal; used only where parity gives no forward, and nothing is declared. */
  readonly dividendYield: number
  /** What is declared makes early exercise worth something on its day, and tells the forward to look for; unknown where left out. */
  readonly dividends?: Dividends
}

/** What a symbol's options are read from. */
export type OptionFacts = {
  /** `undefined` where the symbol has no listed options. */
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

/** One expiry as it is answered, from its reading and what the expiries around it say. */
const expiryOf = (
  { day, adjusted }: Group,
  reading: Reading,
  around: { refuted(): readonly Refused[]; priceGap(): number },
): Expiry => {
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
 * The chain's expiries that end after today, nearest first. `spot` is the underlying's price at the chain's moment.
 * All is computed when asked for, an expiry and its neighbors' screens at a time.
 */
export const expiriesOf = (chain: Chain, spot: number, context: SurfaceContext): readonly Expiry[] => {
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
    return makeReading(contracts, {
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
export const expiriesFor = ({ chain, profile, today, riskFreeRate }: OptionFacts): readonly Expiry[] => {
  if (!chain) return []
  const { dividendYield, dividends } = profile
  return expiriesOf(chain, chain.underlyingPrice, { today, riskFreeRate, dividendYield, dividends })
}

/** What the contract would cost at the smile, dollars per share, with the right to exercise early where it has that. */
export const fairValue = (expiry: Expiry, right: Right, strike: number): number | undefined => {
  const put = expiry.undiscountedPut(strike)
  if (put === undefined) return undefined
  const european = right === 'put' ? put : put - strike + expiry.forward
  return expiry.discount * Math.max(0, european) + expiry.earlyExercise(right, strike)
}
