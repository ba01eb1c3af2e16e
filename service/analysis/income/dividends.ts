/** What is known of dividends before an expiry: declared ones, none for sure, what options imply, or nothing. */
import type { Day, Dividend, Dividends } from '#service/markets/market.ts'
import { config } from '../config.ts'
import type { Expiry } from '../surface.ts'

export type DividendsBefore =
  /** At least one, oldest first. */
  | { readonly kind: 'declared'; readonly dividends: readonly Dividend[] }
  | { readonly kind: 'none' }
  /** Undeclared; dollars per share all together, as the forward says (put-call parity). */
  | { readonly kind: 'inferred'; readonly amount: number }
  | { readonly kind: 'unknown' }

/** Dividends that go ex after `today` and up to the expiry. Only who knows the calendar can say that there are none. */
export const dividendsBefore = (
  { declared, knownThrough }: Dividends,
  expiry: Pick<Expiry, 'day' | 'dividends'>,
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
 * Whether a holder of the call gains by exercising it for a dividend: it is in the money, and the dividend is worth more
 * than the time value he throws away. All in dollars per share.
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
