/** Checks a chain's age and price against the symbol's current price, and prices its expiries. */
import type { Quote } from '#contract/feed.ts'
import { newYorkDay, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Chain, Day, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { expiriesFor, hasPriceDrift, type PricedExpiry } from '../surface.ts'

/** Result of the check whether a chain may be used for recommendations. */
export type EvaluatedChain = {
  /** The underlying's price at the time of the chain, dollars; 0 without a chain. */
  readonly price: number
  /** Dollars per option contract that is sold. */
  readonly commission: number
  /** The session of the quotes, or the last one before them; null without a chain. */
  readonly day: Day | null
  /** Expiries for recommendations, nearest first; empty if nothing may be recommended. */
  readonly expiries: readonly PricedExpiry[]
  /**
   * Expiries for figures; unlike `expiries`, not empty for an index, for which no trades are
   * recommended.
   */
  readonly quotedExpiries: readonly PricedExpiry[]
  /** Reason why the chain is refused; null if it is usable, empty or missing. */
  readonly reason: 'old-chain' | 'price-drift' | null
}

type ChainInput = {
  readonly profile: Profile
  readonly chain: Chain | undefined
  readonly quote: Quote | undefined
  readonly riskFreeRate: number
  /** Dollars per option contract that is sold. */
  readonly commission: number
  readonly today: Day
  readonly date: Day
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
}

/**
 * The session day of an instant in New York; on a day without a session, the last session before
 * it.
 */
const sessionOf = (instant: Date): Day => tradingDayOnOrBefore(newYorkDay(instant))

/** Checks the chain against the last price. Without one, only the chain's day is checked. */
const reasonOf = (chain: Chain, quote: Quote | undefined, today: Day): EvaluatedChain['reason'] => {
  const { simultaneousMs, maxDrift } = config.income
  const day = sessionOf(chain.asOf)
  if (!quote) return day < today ? 'old-chain' : null
  const time = new Date(quote.time)
  const isSimultaneous = Math.abs(time.getTime() - chain.asOf.getTime()) <= simultaneousMs
  if (!isSimultaneous && sessionOf(time) !== day) return 'old-chain'
  // An invalid price gives NaN, which counts as drift. The tolerance is for rounding: 102 / 100 - 1 slightly exceeds
  // 0.02.
  return Math.abs(quote.last / chain.underlyingPrice - 1) <= maxDrift + 1e-9 ? null : 'price-drift'
}

/**
 * Returns the chain's expiries, or the reason why the chain is refused: its age, or a price that
 * differs from the last price, or from the price that its own quotes imply.
 */
export const evaluateChain = (input: ChainInput): EvaluatedChain => {
  const { profile, chain, quote, today, commission } = input
  if (!chain) return { price: 0, commission, day: null, expiries: [], quotedExpiries: [], reason: null }
  const quoteReason = chain.contracts.length > 0 ? reasonOf(chain, quote, today) : null
  const price = chain.underlyingPrice
  const expiries = quoteReason === null ? (input.expiries ?? expiriesFor(input)) : []
  const isDrifted = hasPriceDrift(expiries)
  const reason = isDrifted ? 'price-drift' : quoteReason
  const pricedExpiries = isDrifted ? [] : expiries
  return {
    price,
    commission,
    day: sessionOf(chain.asOf),
    expiries: profile.kind === 'index' ? [] : pricedExpiries,
    quotedExpiries: pricedExpiries,
    reason,
  }
}
