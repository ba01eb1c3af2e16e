/** Expiries that are refused as a whole, although each quote is consistent alone. */
import type { RefusalReason } from '#contract/responses/income.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'

/**
 * Whether more of an expiry's bids are refused than not: its strikes are then about another stock, such as before a
 * split.
 */
const isMostlyRefused = ({ contracts, refused }: PricedExpiry): boolean => {
  const bids = contracts.reduce((count, { bid }) => count + (bid > 0 ? 1 : 0), 0)
  return refused.reduce((count, { contract }) => count + (contract.bid > 0 ? 1 : 0), 0) > bids
}

/**
 * Expiries with more at-the-money variance than later ones, or less than earlier ones: total variance cannot
 * fall with time (Gatheral and Jacquier, "Arbitrage-free SVI volatility surfaces", Quantitative Finance 14,
 * 2014). The expiry with the most contradictions is removed until none is left.
 */
const outOfLine = (expiries: readonly PricedExpiry[]): ReadonlySet<PricedExpiry> => {
  let left = expiries.flatMap((expiry) => {
    const volatility = expiry.atTheMoney()
    return volatility === undefined ? [] : [{ expiry, variance: volatility * volatility * expiry.years }]
  })
  const out = new Set<PricedExpiry>()
  for (;;) {
    const conflicts = left.map(
      (one) =>
        left.filter(({ expiry, variance }) => {
          const [near, far] =
            expiry.days < one.expiry.days ? [variance, one.variance] : [one.variance, variance]
          return expiry.days !== one.expiry.days && far < (1 - config.income.maxVarianceFall) * near
        }).length,
    )
    const most = Math.max(0, ...conflicts)
    if (most === 0) return out
    left = left.filter(({ expiry }, index) => {
      const stays = conflicts[index]! < most
      if (!stays) out.add(expiry)
      return stays
    })
  }
}

/** What speaks against recommending anything of an expiry; nothing of most. `expiries` are sorted by day. */
export const doubtsAbout = (expiries: readonly PricedExpiry[]): ReadonlyMap<PricedExpiry, RefusalReason> => {
  const doubts = new Map<PricedExpiry, RefusalReason>()
  for (const expiry of outOfLine(expiries)) doubts.set(expiry, 'calendar')
  for (const expiry of expiries) if (isMostlyRefused(expiry)) doubts.set(expiry, 'far-from-smile')
  return doubts
}
