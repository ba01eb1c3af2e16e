/** IV30: one number for how volatile a symbol's options expect it to be. */
import { config } from '#service/analysis/config.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'

/**
 * The 30-day volatility: total variance of the two expiries around 30 days, interpolated linearly in time, as in the
 * Cboe Volatility Index. With expiries on one side only, the nearest one's; `undefined` without any.
 */
export const constantMaturityVolatility = (expiries: readonly PricedExpiry[]): number | undefined => {
  const { constantMaturityDays: target, minDays } = config.surface
  const live = expiries.filter((expiry) => expiry.days >= minDays)
  let below: { days: number; volatility: number } | undefined
  for (const expiry of live.filter((candidate) => candidate.days <= target).toReversed()) {
    const volatility = expiry.atTheMoney()
    if (volatility !== undefined) {
      below = { days: expiry.days, volatility }
      break
    }
  }
  if (below?.days === target) return below.volatility
  let above: { days: number; volatility: number } | undefined
  for (const expiry of live.filter((candidate) => candidate.days > target)) {
    const volatility = expiry.atTheMoney()
    if (volatility !== undefined) {
      above = { days: expiry.days, volatility }
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
