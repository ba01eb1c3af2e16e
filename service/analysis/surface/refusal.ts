/** Quotes that the analysis refuses to use, and the reasons. */
import type { Contract } from '#service/markets/market.ts'

/** Reason to refuse a quote. */
export type ScreenReason =
  /** The contract does not deliver 100 shares of the underlying. */
  | 'adjusted'
  /** The bid is at least the ask. */
  | 'crossed'
  /** The bid is more than the option can be worth. */
  | 'above-bound'
  /**
   * The ask is below the exercise value, or call and put of the strike contradict put-call parity.
   */
  | 'parity'
  /** The quote contradicts that of another strike. */
  | 'not-monotone'
  /** The quote contradicts those of two other strikes: a butterfly would have a negative price. */
  | 'not-convex'
  /** The quote contradicts a neighbouring expiry. */
  | 'calendar'
  /** The quote contradicts no other quote of the expiry, but none supports it. */
  | 'far-from-smile'
  /** All quotes of the expiry imply another price of the underlying. */
  | 'price-drift'

/** A contract with a refused quote. */
export type RefusedQuote = { readonly contract: Contract; readonly reason: ScreenReason }
