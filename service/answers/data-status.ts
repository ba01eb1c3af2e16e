import type { DataStatus } from '#contract/resources.ts'
import type { Market } from '#service/market/market.ts'

/** Of when the market's data is right now, and of what kind. */
export function dataStatusOf(market: Market): DataStatus {
  const { simulated, delayedSeconds } = market.status()
  return { asOf: market.now().toISOString(), simulated, delayedSeconds, source: market.source() }
}
