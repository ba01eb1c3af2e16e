/** IV30: the 30-day volatility that a symbol's options imply. */
import { config } from '#service/analysis/config.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'

/**
 * The 30-day volatility, yearly decimal: total variance at the money is interpolated linearly in
 * time between the two expiries around 30 days, as in the Cboe Volatility Index. If all usable
 * expiries are on one side of 30 days, the volatility of the nearest; `undefined` if no expiry is
 * usable.
 */
export const constantMaturityVolatility = (expiries: readonly PricedExpiry[]): number | undefined => {
  const { constantMaturityDays: target, minDays } = config.surface
  const candidates = expiries.filter((expiry) => expiry.quoteDays >= minDays)
  let below: { days: number; volatility: number } | undefined
  for (const expiry of candidates.filter((candidate) => candidate.quoteDays <= target).toReversed()) {
    const volatility = expiry.atTheMoney()
    if (volatility !== undefined) {
      below = { days: expiry.quoteDays, volatility }
      break
    }
  }
  if (below?.days === target) return below.volatility
  let above: { days: number; volatility: number } | undefined
  for (const expiry of candidates.filter((candidate) => candidate.quoteDays > target)) {
    const volatility = expiry.atTheMoney()
    if (volatility !== undefined) {
      above = { days: expiry.quoteDays, volatility }
      break
    }
  }
  if (!below || !above) return (below ?? above)?.volatility
  const variance =
    (below.days * below.volatility ** 2 * (above.days - target) +
      above.days * above.volatility ** 2 * (target - below.days)) /
    (above.days - below.days)
  return Math.sqrt(variance / target)
}
