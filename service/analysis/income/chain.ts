/** Compares a chain with the symbol's current price and prices its expiries. */
import type { Quote } from '#contract/feed.ts'
import { newYorkDay, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Chain, Day, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { expiriesFor, type PricedExpiry } from '../surface.ts'

/** A chain after the check whether it may be used for recommendations. */
export type EvaluatedChain = {
  /** The underlying's price at the time of the chain, dollars; 0 without a chain. */
  readonly price: number
  /** The session of the quotes; null without a chain. */
  readonly day: Day | null
  /** Expiries for recommendations, nearest first; empty if nothing may be recommended. */
  readonly expiries: readonly PricedExpiry[]
  /** The same including indexes, whose options are quoted but not sold against shares or cash. */
  readonly quoted: readonly PricedExpiry[]
  /** Why nothing of the chain is recommended; null if the chain is usable or missing. */
  readonly reason: 'old-chain' | 'price-drift' | null
}

type ChainInput = {
  readonly profile: Profile
  readonly chain: Chain | undefined
  readonly quote: Quote | undefined
  readonly riskFreeRate: number
  readonly today: Day
  /** Precomputed result of `expiriesFor`, if available. */
  readonly expiries?: readonly PricedExpiry[]
}

/** The session of an instant; on a weekend the Friday before. */
const sessionOf = (instant: Date): Day => tradingDayOnOrBefore(newYorkDay(instant))

/** Without a current price there is no drift, but a chain of an earlier day is still old. */
const reasonOf = (chain: Chain, quote: Quote | undefined, today: Day): EvaluatedChain['reason'] => {
  const { sameMomentMs, maxDrift } = config.income
  const day = sessionOf(chain.asOf)
  if (!quote) return day < today ? 'old-chain' : null
  const time = new Date(quote.time)
  const isSameMoment = Math.abs(time.getTime() - chain.asOf.getTime()) <= sameMomentMs
  if (!isSameMoment && sessionOf(time) !== day) return 'old-chain'
  // An invalid price gives NaN, which counts as drift. The tolerance is for decimals: 102 / 100 - 1 exceeds 0.02
  // slightly.
  return Math.abs(quote.last / chain.underlyingPrice - 1) <= maxDrift + 1e-9 ? null : 'price-drift'
}

export const evaluateChain = (input: ChainInput): EvaluatedChain => {
  const { profile, chain, quote, today } = input
  if (!chain) return { price: 0, day: null, expiries: [], quoted: [], reason: null }
  const reason = chain.contracts.length > 0 ? reasonOf(chain, quote, today) : null
  const price = chain.underlyingPrice
  const pricedExpiries = reason === null ? (input.expiries ?? expiriesFor(input)) : []
  return {
    price,
    day: sessionOf(chain.asOf),
    expiries: profile.kind === 'index' ? [] : pricedExpiries,
    quoted: pricedExpiries,
    reason,
  }
}
