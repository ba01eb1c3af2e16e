/**
 * Detects expiries that are refused completely: each of their quotes may be plausible, but not all
 * together.
 */
import type { RefusalReason } from '#contract/responses/income.ts'
import { config } from '../config.ts'
import type { PricedExpiry } from '../surface.ts'

/**
 * Whether most bids of an expiry are refused. The strikes then belong to another underlying price,
 * for example to the price before a split.
 */
const isMostlyRefused = ({ contracts, refused }: PricedExpiry): boolean => {
  const acceptedBids = contracts.reduce((count, { bid }) => count + (bid > 0 ? 1 : 0), 0)
  const refusedBids = refused.reduce((count, { contract }) => count + (contract.bid > 0 ? 1 : 0), 0)
  return refusedBids > acceptedBids
}

/**
 * Expiries with more total at-the-money variance than later ones, or less than earlier ones: total
 * variance cannot fall with time (Gatheral and Jacquier, "Arbitrage-free SVI volatility surfaces",
 * Quantitative Finance 14, 2014). The expiries with the most conflicts are removed until no
 * conflict is left.
 */
const varianceOutliers = (expiries: readonly PricedExpiry[]): ReadonlySet<PricedExpiry> => {
  let remaining = expiries.flatMap((expiry) => {
    const volatility = expiry.atTheMoney()
    return volatility === undefined ? [] : [{ expiry, variance: volatility * volatility * expiry.years }]
  })
  const outliers = new Set<PricedExpiry>()
  for (;;) {
    const conflicts = remaining.map(
      (candidate) =>
        remaining.filter(({ expiry, variance }) => {
          const [near, far] =
            expiry.days < candidate.expiry.days
              ? [variance, candidate.variance]
              : [candidate.variance, variance]
          return expiry.days !== candidate.expiry.days && far < (1 - config.income.maxVarianceFall) * near
        }).length,
    )
    const maxConflicts = Math.max(0, ...conflicts)
    if (maxConflicts === 0) return outliers
    remaining = remaining.filter(({ expiry }, index) => {
      const isKept = conflicts[index]! < maxConflicts
      if (!isKept) outliers.add(expiry)
      return isKept
    })
  }
}

/** Returns the refused expiries with the reason. `expiries` are sorted by day. */
export const refusedExpiries = (
  expiries: readonly PricedExpiry[],
): ReadonlyMap<PricedExpiry, RefusalReason> => {
  const refusals = new Map<PricedExpiry, RefusalReason>()
  for (const expiry of varianceOutliers(expiries)) refusals.set(expiry, 'calendar')
  for (const expiry of expiries) if (isMostlyRefused(expiry)) refusals.set(expiry, 'far-from-smile')
  return refusals
}
