/** Why a quote was left out. */
import type { Contract } from '#service/markets/market.ts'

/**
 * What was wrong with it:
 * `adjusted` does not deliver 100 shares of the underlying; `crossed` bids as much as it asks, or more;
 * `above-bound` bids more than the option can ever be worth; `parity` asks less than exercise pays, or contradicts the
 * other right of its strike; `not-monotone`, `not-convex` contradicts other strikes; `calendar` the neighboring expiry;
 * `far-from-smile` contradicts nothing by itself, but no other quote of the expiry supports it;
 * `price-drift`: all quotes of its expiry agree on another price of the underlying.
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

/** A contract whose quote is not believed. */
export type Refused = { readonly contract: Contract; readonly reason: ScreenReason }
