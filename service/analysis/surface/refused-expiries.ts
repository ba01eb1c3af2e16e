/**
 * Determines which expiries are usable. An expiry is refused completely if each of its quotes may be
 * plausible, but not all together. A wide expiry has prices, but nothing is chosen from it. Why, How,
 * the chain table, rolls and the volatility history use the same decision (docs/decisions/0080).
 */
import type { RefusalReason } from '#contract/responses/income.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'
import { lazy } from './lazy.ts'

/** The expiries in which a trade may be opened, in input order (nearest first). */
export const tradableExpiries = (expiries: readonly PricedExpiry[]): PricedExpiry[] => {
  const { timeframes, alternativeDays, minDays } = config.income
  const minExpiryDays = Math.max(minDays, timeframes.short.from - alternativeDays)
  const maxExpiryDays = timeframes.long.to + alternativeDays
  return expiries.filter(({ days }) => days >= minExpiryDays && days <= maxExpiryDays)
}

/**
 * Whether most bids of an expiry are refused. The strikes then belong to another underlying price,
 * for example to the price before a split.
 */
const isMostlyRefused = ({ contracts, refused }: PricedExpiry): boolean => {
  const acceptedBids = contracts.reduce((count, { bid }) => count + (bid > 0 ? 1 : 0), 0)
  const refusedBids = refused.reduce((count, { contract }) => count + (contract.bid > 0 ? 1 : 0), 0)
  return refusedBids > acceptedBids
}

/** The total variance at the money of an expiry, from bid to ask, and the weight of its vote. */
type Vote = {
  readonly expiry: PricedExpiry
  readonly low: number
  readonly high: number
  /** The inverse of the width at the money, which is four standard errors of the volatility. */
  readonly weight: number
}

const voteOf = (expiry: PricedExpiry): Vote | undefined => {
  const volatility = expiry.atTheMoney()
  const width = expiry.widthAtTheMoney()
  if (volatility === undefined || width === undefined) return undefined
  const varianceAt = (share: number): number => (Math.max(0, share) * volatility) ** 2 * expiry.years
  return {
    expiry,
    low: varianceAt(1 - width / 2),
    high: varianceAt(1 + width / 2),
    weight: 1 / Math.max(config.surface.votes.minWidth, width),
  }
}

/**
 * Whether two expiries contradict each other: total variance cannot fall with time (Gatheral and
 * Jacquier, "Arbitrage-free SVI volatility surfaces", Quantitative Finance 14, 2014). Overlapping
 * intervals contradict nothing.
 */
const isContradiction = (a: Vote, b: Vote): boolean => {
  if (a.expiry.days === b.expiry.days) return false
  const [near, far] = a.expiry.days < b.expiry.days ? [a, b] : [b, a]
  return far.high < (1 - config.income.maxVarianceFall) * near.low
}

/**
 * Expiries that others contradict, by the weight of their votes: repeatedly removes the expiry with
 * the most weight against it, and those with almost as much, until no contradiction is left.
 */
const outvotedExpiries = (expiries: readonly PricedExpiry[]): ReadonlySet<PricedExpiry> => {
  let remaining = expiries.flatMap((expiry) => voteOf(expiry) ?? [])
  const outvoted = new Set<PricedExpiry>()
  for (;;) {
    const against = remaining.map((vote) =>
      remaining.reduce((sum, other) => sum + (isContradiction(vote, other) ? other.weight : 0), 0),
    )
    const most = Math.max(0, ...against)
    if (most === 0) return outvoted
    remaining = remaining.filter(({ expiry }, index) => {
      const isKept = against[index]! < config.surface.votes.tie * most
      if (!isKept) outvoted.add(expiry)
      return isKept
    })
  }
}

type RefusalOf = (expiry: PricedExpiry) => RefusalReason | undefined

const createRefusalOf = (expiries: readonly PricedExpiry[]): RefusalOf => {
  const tradable = tradableExpiries(expiries)
  const outvotedTradable = lazy(() => outvotedExpiries(tradable))
  const isOutvoted = (expiry: PricedExpiry): boolean =>
    (tradable.includes(expiry) ? outvotedTradable() : outvotedExpiries([...tradable, expiry])).has(expiry)
  return (expiry) => {
    if (isMostlyRefused(expiry) || expiry.isMisfit) return 'far-from-smile'
    return isOutvoted(expiry) ? 'calendar' : undefined
  }
}

const refusalOfByChain = new WeakMap<readonly PricedExpiry[], RefusalOf>()

/**
 * Returns a function that returns the reason why no contract of an expiry may be sold, or
 * `undefined` if contracts may be sold. `expiries` are sorted by day. An expiry outside the grid is
 * compared with the expiries of the grid, but does not affect their result. Memoized by `expiries`,
 * because every analysis of a chain asks.
 */
export const expiryRefusalOf = (expiries: readonly PricedExpiry[]): RefusalOf => {
  let refusalOf = refusalOfByChain.get(expiries)
  if (!refusalOf) refusalOfByChain.set(expiries, (refusalOf = createRefusalOf(expiries)))
  return refusalOf
}

/** Whether an expiry is so wide at the money that nothing is chosen from it. */
export const isWideExpiry = (expiry: Pick<PricedExpiry, 'widthAtTheMoney'>): boolean =>
  (expiry.widthAtTheMoney() ?? 0) > config.surface.maxWidth

/** Returns a predicate: whether an expiry is neither refused nor wide. */
export const usableExpiriesOf = (expiries: readonly PricedExpiry[]): ((expiry: PricedExpiry) => boolean) => {
  const refusalOf = expiryRefusalOf(expiries)
  return (expiry) => !isWideExpiry(expiry) && refusalOf(expiry) === undefined
}
