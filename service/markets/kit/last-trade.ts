/** The quote of a symbol from its last trade. */
import type { Quote } from '#contract/feed.ts'

/** Prices in dollars, volume in shares. */
export type LastTrade = {
  readonly last: number
  /** Close of the session before; null if unknown. */
  readonly previousClose: number | null
  readonly volume: number | null
  /** Milliseconds since the epoch. */
  readonly timeMs: number
}

/**
 * Returns the quote with its change. Its time is at most `now`, because a vendor's clock may be ahead
 * of ours.
 */
export function quoteOfTrade(
  symbol: string,
  { last, previousClose, volume, timeMs }: LastTrade,
  now: Date,
): Quote {
  const change = previousClose === null ? null : Math.round((last - previousClose) * 10_000) / 10_000
  return {
    symbol,
    last,
    change,
    percentageChange:
      change === null || previousClose === null ? null : Math.round((change / previousClose) * 1e6) / 1e4,
    volume,
    time: new Date(Math.min(timeMs, now.getTime())).toISOString(),
  }
}
