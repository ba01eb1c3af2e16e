/** Why a quote was left out. */
import type { Contract } from '#service/markets/market.ts'

/**
 * Reasons to refuse a quote: `adjusted` does not deliver 100 shares of the underlying; `crossed` bids at
 * least the ask; `above-bound` bids more than the option can be worth; `parity` asks less than its exercise
 * value, or contradicts the other type of its strike; `not-monotone`, `not-convex` contradict other strikes;
 * `calendar` contradicts the neighbouring expiry; `far-from-smile` contradicts nothing, but no other quote of
 * the expiry supports it; `price-drift`: all quotes of its expiry agree on another price of the underlying.
 */
export type ScreenReason =
  | 'adjusted'
  | 'crossed'
  | 'above-bound'
  | 'parity'
  | 'not-monotone'
  | 'not-convex'
  | 'calendar'
  | 'far-from-smile'
  | 'price-drift'

/** A contract with a refused quote. */
export type RefusedQuote = { readonly contract: Contract; readonly reason: ScreenReason }
