/** Detects a chain that was quoted at another price of the underlying than its own. */
import { config } from '../config.ts'
import type { ExpiryFit } from './expiry-fit.ts'

/**
 * Whether the near expiries show that the chain was quoted at another price of the underlying. If no
 * expiry is near, the first one decides.
 */
export const isPriceStale = (fits: readonly ExpiryFit[]): boolean => {
  const { chainDays, expiries } = config.surface.priceDrift
  const near = fits.filter(({ terms }) => terms.days <= chainDays)
  const estimated = (near.length > 0 ? near : fits.slice(0, 1)).filter(
    (fit) => fit.hasPriceDrift || fit.dividends !== undefined,
  )
  const drifted = estimated.filter(({ hasPriceDrift }) => hasPriceDrift).length
  return drifted > 0 && drifted >= Math.min(expiries, estimated.length)
}
