/** What an American option is priced from. */
import type { Terms } from './black-scholes.ts'

/** A cash dividend that is known or expected. */
export type Dividend = {
  /** Years from now to the ex-date. One that is past or beyond expiry does not matter; on the day of expiry it does. */
  readonly years: number
  /** Dollars per share, > 0. */
  readonly amount: number
}

/** As for a European option, and the dividends paid in cash; `yield` is what the underlying yields beside them. */
export type AmericanTerms = Terms & { readonly dividends?: readonly Dividend[] }
