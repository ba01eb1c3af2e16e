/** Whether a chain matches the symbol's current price, and its analysis. */
import type { Quote } from '#contract/feed.ts'
import { newYorkDay, tradingDayOnOrBefore } from '#service/markets/calendar.ts'
import type { Chain, Day, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'
import { expiriesFor, type PricedExpiry } from '../surface.ts'

/** A chain to recommend from. */
export type ReadChain = {
  /** The underlying at the chain's moment, dollars; 0 without a chain. */
  readonly price: number
  /** The session the quotes are of; null without a chain. */
  readonly day: Day | null
  /** Nearest first; empty if nothing is to be recommended. */
  readonly expiries: readonly PricedExpiry[]
  /** The same including indexes, whose options are quoted but not sold against shares or cash. */
  readonly quoted: readonly PricedExpiry[]
  /** Why nothing of the chain is recommended; otherwise null, also without a chain. */
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

/** The session an instant belongs to: of a weekend, the Friday before. */
const sessionOf = (instant: Date): Day => tradingDayOnOrBefore(newYorkDay(instant))

/** Without a price there is no drift, but data of an earlier day is old all the same. */
const reasonOf = (chain: Chain, quote: Quote | undefined, today: Day): ReadChain['reason'] => {
  const { sameMomentMs, maxDrift } = config.income
  const day = sessionOf(chain.asOf)
  if (!quote) return day < today ? 'old-chain' : null
  const time = new Date(quote.time)
  const isSameMoment = Math.abs(time.getTime() - chain.asOf.getTime()) <= sameMomentMs
  if (!isSameMoment && sessionOf(time) !== day) return 'old-chain'
  // A price that is no price is no reason to trust the chain's.
  // Of decimals: 102 / 100 - 1 is a little more than 0.02.
  return Math.abs(quote.last / chain.underlyingPrice - 1) <= maxDrift + 1e-9 ? null : 'price-drift'
}

export const readChain = (input: ChainInput): ReadChain => {
  const { profile, chain, quote, today } = input
  if (!chain) return { price: 0, day: null, expiries: [], quoted: [], reason: null }
  const reason = chain.contracts.length > 0 ? reasonOf(chain, quote, today) : null
  const price = chain.underlyingPrice
  const quoted = reason === null ? (input.expiries ?? expiriesFor(input)) : []
  return {
    price,
    day: sessionOf(chain.asOf),
    expiries: profile.kind === 'index' ? [] : quoted,
    quoted,
    reason,
  }
}
