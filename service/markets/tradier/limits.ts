/**
 * Tradier's rate limits: calls per minute and token, counted from the first call of a window. The budget allows a burst, so
 * that a chain of 20 expirations loads at once, and spreads the rest: burst and a minute's calls together never exceed a
 * window.
 */
import type { RateReading } from '#service/markets/kit/rate-budget.ts'

export type TradierHost = 'production' | 'sandbox'

/** Production allows 120 calls a minute, the sandbox 60. */
export const budgets: Readonly<Record<TradierHost, { readonly perMinute: number; readonly burst: number }>> =
  {
    production: { perMinute: 100, burst: 20 },
    sandbox: { perMinute: 50, burst: 10 },
  }

const windowMs = 60_000

/** Reads `X-Ratelimit-Available` and `X-Ratelimit-Expiry`, which is in milliseconds since the epoch. */
export function readLimits(headers: Headers, nowMs = Date.now()): RateReading | undefined {
  const [available, expiry] = [headers.get('x-ratelimit-available'), headers.get('x-ratelimit-expiry')]
  if (available === null || expiry === null) return undefined
  const [remaining, expiryMs] = [Number(available), Number(expiry)]
  if (!Number.isFinite(remaining) || !Number.isFinite(expiryMs)) return undefined
  // The vendor's own clock, if the response has it: the difference must not depend on ours.
  const sentMs = Date.parse(headers.get('date') ?? '')
  const resetMs = expiryMs - (Number.isNaN(sentMs) ? nowMs : sentMs)
  return { remaining, resetMs: Math.min(windowMs, Math.max(0, resetMs)) }
}
