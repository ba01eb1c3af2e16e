/**
 * What a chain says about the distribution of the underlying, expiry by expiry: the forward from put-call parity
 * near the money (dividends and borrow fall out) and a smooth volatility across strikes.
 */
import type { RefusalReason } from '#contract/resources.ts'
import type { Chain, Contract, Day } from '#service/market/market.ts'
import { daysBetween } from '#service/market/calendar.ts'
import { blackPrice, type Right } from './black-scholes.ts'
import { config } from './config.ts'
import { atTheMoneyOf, smilePointsOf, type ExpiryQuotes } from './expiry-volatilities.ts'
import { forwardOf } from './forward.ts'
import { impliedDistribution, type ImpliedDistribution } from './implied-distribution.ts'
import { robustCurve } from './smile.ts'
import { pairsOf } from './strike-pairs.ts'

/** Dividends before an expiry as its options imply them, borrowing costs included; dollars per share. */
export type ImpliedDividends = {
  /** Present value: spot - forward x discount. Can be a little below 0. */
  readonly presentValue: number
  /** One standard error. */
  readonly error: number
}

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
  /** Standard contracts of this expiry, by strike, call before put. */
  readonly contracts: readonly Contract[]
  /** The others, each with what is wrong with it. */
  readonly refused: readonly { readonly contract: Contract; readonly reason: RefusalReason }[]
  /** The smoothed volatility at a strike; `undefined` where no quote of the expiry could be read. */
  volatilityAt(strike: number): number | undefined
  /** P(S_T < x) under the smile: rises from 0 to 1; `undefined` as above. */
  probabilityBelow(x: number): number | undefined
  /** U(x) = E[(x - S_T)+] under the smile, undiscounted dollars per share: convex, mean = forward; `undefined` as above. */
  undiscountedPut(x: number): number | undefined
  /** Volatility at the forward, from the quotes around it; `undefined` as above. */
  atTheMoney(): number | undefined
}

/** What the quotes are read against. */
export type SurfaceContext = {
  readonly today: Day
  readonly riskFreeRate: number
  /** Yearly, decimal; used only where parity gives no forward. */
  readonly dividendYield: number
}

/**
 * Whether the contract delivers 100 shares: exchanges mark adjusted contracts, left over from splits and mergers,
 * by a digit after the root (`AAPL1`).
 */
const isStandard = ({ id }: Contract): boolean => {
  // The root ends 15 characters before the end, padded with blanks in the OSI's own 21-character form.
  let end = id.length - 16
  while (end > 0 && id.charCodeAt(end) === 32) end--
  const last = id.charCodeAt(end)
  return !(last >= 48 && last <= 57)
}

const makeExpiry = (
  day: Day,
  contracts: readonly Contract[],
  spot: number,
  { today, riskFreeRate, dividendYield }: SurfaceContext,
): Expiry => {
  const days = Math.max(1, daysBetween(today, day))
  const years = days / config.daysPerYear
  const discount = Math.exp(-riskFreeRate * years)
  // Most expiries of a chain are never asked for.
  let read: ExpiryQuotes | undefined
  const quotes = (): ExpiryQuotes => {
    if (!read) {
      const pairs = pairsOf(contracts)
      const forward = forwardOf(pairs, { spot, years, discount, yieldGuess: dividendYield })
      read = { pairs, forward, years, discount, riskFreeRate }
    }
    return read
  }
  let smile: ((z: number) => number) | null | undefined
  let unit = 0
  const volatilityAt = (strike: number): number | undefined => {
    if (smile === undefined) {
      unit = (atTheMoneyOf(quotes()) ?? 0.4) * Math.sqrt(years)
      const points = smilePointsOf(quotes(), unit)
      smile = points.length === 0 ? null : robustCurve(points)
    }
    return smile === null || !(strike > 0) ? undefined : smile(Math.log(strike / quotes().forward) / unit)
  }

  let distribution: ImpliedDistribution | undefined
  const distributionOf = (): ImpliedDistribution | undefined => {
    const { forward } = quotes()
    if (distribution === undefined && volatilityAt(forward) !== undefined)
      distribution = impliedDistribution((strike) => volatilityAt(strike)!, { forward, years })
    return distribution
  }

  return {
    day,
    days,
    years,
    discount,
    contracts,
    refused: [],
    get forward() {
      return quotes().forward
    },
    get dividends() {
      // What half a percent of the rate, and a thousandth of the price, may be off by.
      const error = spot * (0.001 + 0.005 * years)
      return { presentValue: spot - quotes().forward * discount, error }
    },
    get yield() {
      return riskFreeRate - Math.log(quotes().forward / spot) / years
    },
    volatilityAt,
    probabilityBelow: (x) => distributionOf()?.probabilityBelow(x),
    undiscountedPut: (x) => distributionOf()?.undiscountedPut(x),
    atTheMoney: () => atTheMoneyOf(quotes()) ?? volatilityAt(quotes().forward),
  }
}

/**
 * The chain's expiries that end after today, nearest first. `spot` is the underlying's price at the chain's moment.
 * Volatilities are computed when asked for.
 */
export const expiriesOf = (chain: Chain, spot: number, context: SurfaceContext): readonly Expiry[] => {
  if (!(spot > 0)) return []
  const groups: { readonly day: Day; readonly contracts: Contract[] }[] = []
  for (const contract of chain.contracts) {
    const { expiry } = contract
    let group = groups.at(-1)
    // A chain is sorted by expiry.
    if (group?.day !== expiry) {
      if (expiry <= context.today) continue
      groups.push((group = { day: expiry, contracts: [] }))
    }
    if (contract.strike > 0 && isStandard(contract)) group.contracts.push(contract)
  }
  return groups.map(({ day, contracts }) => makeExpiry(day, contracts, spot, context))
}

/** What the contract would cost at the smoothed volatility, dollars per share; for sanity checks of a quote. */
export const fairValue = (expiry: Expiry, right: Right, strike: number): number | undefined => {
  const volatility = expiry.volatilityAt(strike)
  return volatility === undefined
    ? undefined
    : expiry.discount * blackPrice(right, expiry.forward, strike, volatility * Math.sqrt(expiry.years))
}
