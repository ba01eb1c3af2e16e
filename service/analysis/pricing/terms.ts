/** Pricing inputs of an American option. */
import type { Terms } from './black-scholes.ts'

/** A cash dividend that is known or expected. */
export type CashDividend = {
  /** Years from now to the ex-date. Past dates and dates after expiry are ignored; the day of expiry counts. */
  readonly years: number
  /** Dollars per share, > 0. */
  readonly amount: number
}

/** As for a European option, plus cash dividends; `yield` is an additional continuous yield. */
export type AmericanTerms = Terms & { readonly dividends?: readonly CashDividend[] }
