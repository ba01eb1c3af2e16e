/** Dividends and earnings before an expiry. */
import type { Day, Dividend, Dividends, Earnings, Profile } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'

/** Declared, known to be none, implied by the options, or unknown. */
export type DividendsBefore =
  /** At least one, oldest first. */
  | { readonly kind: 'declared'; readonly dividends: readonly Dividend[] }
  | { readonly kind: 'none' }
  /** Undeclared; total dollars per share, implied by the forward (put-call parity). */
  | { readonly kind: 'inferred'; readonly amount: number }
  | { readonly kind: 'unknown' }

/**
 * Dividends with an ex-date after `today` and up to the expiry. Only a calendar can show that there are none.
 */
export const dividendsBefore = (
  { declared, knownThrough }: Dividends,
  expiry: Pick<PricedExpiry, 'day' | 'dividends'>,
  today: Day,
): DividendsBefore => {
  const dividends = declared.filter(({ exDate }) => exDate > today && exDate <= expiry.day)
  if (dividends.length > 0) return { kind: 'declared', dividends }
  if (knownThrough !== null && knownThrough >= expiry.day) return { kind: 'none' }
  const implied = expiry.dividends
  return implied && implied.presentValue > config.dividends.minErrors * implied.error
    ? { kind: 'inferred', amount: implied.presentValue }
    : { kind: 'unknown' }
}

/**
 * Whether exercising the call for a dividend pays: it is in the money, and the dividend exceeds the lost time
 * value. All in dollars per share.
 */
export const invitesExercise = (
  before: DividendsBefore,
  { strike, bid }: { readonly strike: number; readonly bid: number },
  price: number,
): boolean => {
  const intrinsic = price - strike
  if (intrinsic <= 0) return false
  const largest =
    before.kind === 'declared'
      ? Math.max(...before.dividends.map(({ amount }) => amount))
      : before.kind === 'inferred'
        ? before.amount
        : 0
  return largest > bid - intrinsic
}

export type EarningsBefore =
  | { readonly kind: 'none' }
  | { readonly kind: 'due'; readonly earnings: Earnings }
  | { readonly kind: 'unknown' }

/** Reports from `today` up to the expiry. Funds and indexes report none; a date that has passed is not the next one. */
export const earningsBefore = (
  earnings: Earnings | null,
  kind: Profile['kind'],
  expiry: Day,
  today: Day,
): EarningsBefore => {
  if (earnings === null || earnings.day < today)
    return kind === 'stock' ? { kind: 'unknown' } : { kind: 'none' }
  return earnings.day > expiry ? { kind: 'none' } : { kind: 'due', earnings }
}
