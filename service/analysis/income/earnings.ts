/** Earnings before an expiry. */
import type { Day, Earnings, Profile } from '#service/markets/market.ts'

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
