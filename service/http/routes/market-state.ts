/** State of the market's kinds of data, for monitoring. */
import { capabilityNames, type Capability, type Provision } from '#service/markets/capabilities.ts'
import type { Market } from '#service/markets/market.ts'
import type { Metrics } from '#service/shared/metrics.ts'

/** One kind of data, as `/readyz` reports it. */
type PartState = Pick<Provision, 'source' | 'state'>

/** The market, as `/readyz` reports it. */
export type MarketState = {
  readonly state: string
  readonly simulated: boolean
  /** Present and true if quotes may have changed unnoticed. */
  readonly stale?: true
  /** Null for a kind of data that no source provides. */
  readonly parts: Readonly<Record<Capability, PartState | null>>
  /** Kinds of data that their source does not deliver at present. Absent if there are none. */
  readonly failingParts?: readonly Capability[]
}

/** Returns the state of the market and of each kind of its data. */
export function marketState(market: Pick<Market, 'status' | 'capabilities'>): MarketState {
  const { state, simulated, stale } = market.status()
  const capabilities = market.capabilities()
  const parts = Object.fromEntries(
    capabilityNames.map((name) => {
      const provision = capabilities[name]
      return [name, provision && { source: provision.source, state: provision.state }]
    }),
  ) as MarketState['parts']
  const failingParts = capabilityNames.filter((name) => (parts[name]?.state ?? 'working') !== 'working')
  return {
    state,
    simulated,
    ...(stale && { stale: true }),
    parts,
    ...(failingParts.length > 0 && { failingParts }),
  }
}

const states: readonly Provision['state'][] = ['working', 'failing', 'denied']

/** Sets the metric of the parts' states. Parts that are no longer provided are removed. */
export function setMarketMetrics(
  metrics: Pick<Metrics, 'set' | 'removeSeries'>,
  market: Pick<Market, 'capabilities'>,
): void {
  metrics.removeSeries('service_market_part_state')
  const capabilities = market.capabilities()
  for (const capability of capabilityNames) {
    const provision = capabilities[capability]
    if (!provision) continue
    for (const state of states)
      metrics.set(
        'service_market_part_state',
        { capability, source: provision.source, state },
        Number(state === provision.state),
      )
  }
}
