/** IV30: the 30-day volatility that a symbol's options imply. */
import type { UnknownReason } from '#contract/responses/unknown.ts'
import type { DataStatus } from '#contract/responses/resources.ts'
import type { Chain } from '#service/markets/market.ts'
import { noChainReasonOf, type UnknownDetail } from '#service/analysis/unknown.ts'
import { config } from '#service/analysis/config.ts'
import { hasPriceDrift, type PricedExpiry } from '#service/analysis/surface.ts'
import { usableExpiriesOf } from '#service/analysis/surface/refused-expiries.ts'

/**
 * The 30-day volatility, yearly decimal: total variance at the money is interpolated linearly in
 * time between the two expiries around 30 days, as in the Cboe Volatility Index. If all usable
 * expiries are on one side of 30 days, the volatility of the nearest; `undefined` if no expiry is
 * usable. Refused and wide expiries are not.
 */
export const constantMaturityVolatility = (expiries: readonly PricedExpiry[]): number | undefined => {
  const { constantMaturityDays: target, minDays } = config.surface
  const candidates = expiries.filter((expiry) => expiry.quoteDays >= minDays)
  const isUsable = usableExpiriesOf(expiries)
  let below: { days: number; volatility: number } | undefined
  for (const expiry of candidates.filter((candidate) => candidate.quoteDays <= target).toReversed()) {
    const volatility = expiry.atTheMoney()
    if (volatility !== undefined && isUsable(expiry)) {
      below = { days: expiry.quoteDays, volatility }
      break
    }
  }
  if (below?.days === target) return below.volatility
  let above: { days: number; volatility: number } | undefined
  for (const expiry of candidates.filter((candidate) => candidate.quoteDays > target)) {
    const volatility = expiry.atTheMoney()
    if (volatility !== undefined && isUsable(expiry)) {
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

/** Reason why there is no 30-day volatility: no chain, quotes at another price, no quotes, or only doubtful quotes. */
export const missingVolatilityReason = (
  chain: Chain | undefined,
  expiries: readonly PricedExpiry[],
  dataStatus: DataStatus,
): UnknownReason | UnknownDetail => {
  if (!chain) return noChainReasonOf(dataStatus)
  if (hasPriceDrift(expiries)) return 'price-drift'
  const isQuoted = expiries.some(
    (expiry) => expiry.quoteDays >= config.surface.minDays && expiry.atTheMoney() !== undefined,
  )
  return isQuoted ? { reason: 'not-given', cause: 'doubtful-quotes' } : 'not-given'
}
