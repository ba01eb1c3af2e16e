/** IV30: one number for how volatile a symbol's options expect it to be. */
import { config } from '#service/analysis/config.ts'
import type { PricedExpiry } from '#service/analysis/surface.ts'

/**
 * The volatility of exactly 30 days: total variance of the two expiries around it, linear in time, as in the Cboe
 * Volatility Index. With expiries on one side only, the nearest one's; `undefined` without any.
 */
export const constantMaturityVolatility = (expiries: readonly PricedExpiry[]): number | undefined => {
  const { constantMaturityDays: target, minDays } = config.surface
  const live = expiries.filter((expiry) => expiry.days >= minDays)
  let before: { days: number; volatility: number } | undefined
  for (const expiry of live.filter((each) => each.days <= target).toReversed()) {
    const volatility = expiry.atTheMoney()
    if (volatility !== undefined) {
      before = { days: expiry.days, volatility }
      break
    }
  }
  if (before?.days === target) return before.volatility
  let after: { days: number; volatility: number } | undefined
  for (const expiry of live.filter((each) => each.days > target)) {
    const volatility = expiry.atTheMoney()
    if (volatility !== undefined) {
      after = { days: expiry.days, volatility }
      break
    }
  }
  if (!before || !after) return (before ?? after)?.volatility
  const variance =
    (before.days * before.volatility ** 2 * (after.days - target) +
      after.days * after.volatility ** 2 * (target - before.days)) /
    (after.days - before.days)
  return Math.sqrt(variance / target)
}
