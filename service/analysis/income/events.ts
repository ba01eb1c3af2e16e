/** Dividends and earnings between a date and an expiry. */
import { addDays } from '#service/markets/calendar.ts'
import type { Day, Dividend, Dividends, Earnings, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'

/** Dividends until an expiry: declared, known to be none, implied by the options, or unknown. */
export type DividendsBefore =
  /** At least one, oldest first. */
  | { readonly kind: 'declared'; readonly dividends: readonly Dividend[] }
  | { readonly kind: 'none' }
  /**
   * Not declared, but implied by the forward (put-call parity). `amount`: total, dollars per share.
   */
  | { readonly kind: 'inferred'; readonly amount: number }
  /** `borrowRate`: yearly cost of borrowing the share that the options imply; 0 if none. */
  | { readonly kind: 'unknown'; readonly borrowRate: number }

/**
 * Returns the dividends with an ex-date after `date` and up to the expiry. The kind is `none` only
 * if the dividend calendar covers the expiry.
 */
export const dividendsBefore = (
  { declared, knownThrough }: Dividends,
  expiry: Pick<PricedExpiry, 'day' | 'dividends' | 'borrowRate'>,
  date: Day,
): DividendsBefore => {
  const dividends = declared.filter(({ exDate }) => exDate > date && exDate <= expiry.day)
  if (dividends.length > 0) return { kind: 'declared', dividends }
  if (knownThrough !== null && knownThrough >= expiry.day) return { kind: 'none' }
  const implied = expiry.dividends
  return implied && implied.presentValue > config.dividends.minStandardErrors * implied.error
    ? { kind: 'inferred', amount: implied.presentValue }
    : { kind: 'unknown', borrowRate: expiry.borrowRate }
}

/**
 * Whether early exercise of a call is profitable because of a dividend: the call is in the money
 * and the dividend exceeds the time value that exercise loses. `price`: the underlying's. Dollars
 * per share.
 */
export const isEarlyExerciseProfitable = (
  dividends: DividendsBefore,
  { strike, bid }: { readonly strike: number; readonly bid: number },
  price: number,
): boolean => {
  const intrinsic = price - strike
  if (intrinsic <= 0) return false
  const largestDividend =
    dividends.kind === 'declared'
      ? Math.max(...dividends.dividends.map(({ amount }) => amount))
      : dividends.kind === 'inferred'
        ? dividends.amount
        : 0
  return largestDividend > bid - intrinsic
}

/** The next earnings report, if it is due until an expiry. */
export type EarningsBefore =
  | { readonly kind: 'none' }
  /** Estimated for a day after the expiry, but within the error of the estimate. */
  | { readonly kind: 'possible'; readonly earnings: Earnings }
  | { readonly kind: 'due'; readonly earnings: Earnings }
  | { readonly kind: 'unknown' }

/**
 * Returns the earnings report due from `date` up to the expiry. If the date is missing or before
 * `date`, the result is `unknown` for a stock and `none` for a fund or an index. A report of `date` itself is ahead.
 */
export const earningsBefore = (
  earnings: Earnings | null,
  kind: Profile['kind'],
  expiry: Day,
  date: Day,
): EarningsBefore => {
  if (earnings === null || earnings.day < date)
    return kind === 'stock' ? { kind: 'unknown' } : { kind: 'none' }
  if (earnings.day <= expiry) return { kind: 'due', earnings }
  const isPossible = earnings.estimated && earnings.day <= addDays(expiry, config.earnings.estimateErrorDays)
  return isPossible ? { kind: 'possible', earnings } : { kind: 'none' }
}
