/** One call of each kind of data, to check a market and its key. */
import { capabilityNames, type Capability, type Provision } from '#service/markets/capabilities.ts'
import type { Market } from '#service/markets/market.ts'
import { errorMessage } from '#service/shared/error-message.ts'

/** State of one kind of data after a call; `source` and all that follows is null if the market does not provide it. */
export type CapabilityStatus = {
  readonly capability: Capability
  readonly provision: Provision | null
  /** Reason why the call failed; null if it succeeded, or was not made. */
  readonly error: string | null
  /** Duration of the call, milliseconds. */
  readonly durationMs: number | null
}

/** Makes one call for a symbol; returns the reason if it gives no data. */
type Probe = (market: Market, symbol: string) => Promise<string | null>

const missing = (symbol: string, data: string): string => `no ${data} of ${symbol}`

const readProfile: Probe = async (market, symbol) =>
  (await market.profile(symbol)) ? null : missing(symbol, 'profile')

/** The benchmark has prices and options; a fund may have no earnings, news and stored volatility. */
const probes: Readonly<Record<Capability, Probe>> = {
  quotes: async (market, symbol) => ((await market.quote(symbol)) ? null : missing(symbol, 'quote')),
  async chains(market, symbol) {
    const chain = await market.chain(symbol)
    if (chain?.readError !== undefined) return chain.readError
    return chain && chain.contracts.length > 0 ? null : missing(symbol, 'options')
  },
  async bars(market, symbol) {
    const bars = await market.bars(symbol)
    return bars && bars.date.length > 0 ? null : missing(symbol, 'bars')
  },
  profiles: readProfile,
  // Dividends are part of the profile.
  dividends: readProfile,
  earnings: async (market, symbol) => (await market.earnings(symbol), null),
  news: async (market, symbol) => (await market.news(symbol), null),
  volatility: async (market, symbol) => (await market.volatilityHistory(symbol), null),
}

/**
 * Calls the market once for each kind of data that it provides, one after the other. The state is that after the calls.
 *
 * @param elapsed monotonic clock, milliseconds
 */
export async function readMarketStatus(
  market: Market,
  symbol: string,
  elapsed: () => number,
): Promise<readonly CapabilityStatus[]> {
  const calls = new Map<Capability, Pick<CapabilityStatus, 'error' | 'durationMs'>>()
  for (const name of capabilityNames) {
    if (!market.capabilities()[name]) continue
    const startMs = elapsed()
    const error = await probes[name](market, symbol).catch(errorMessage)
    calls.set(name, { error, durationMs: Math.round(elapsed() - startMs) })
  }
  const capabilities = market.capabilities()
  return capabilityNames.map((capability) => ({
    capability,
    provision: capabilities[capability],
    ...(calls.get(capability) ?? { error: null, durationMs: null }),
  }))
}

/** Whether the kind of data is provided and cannot be used. */
export const isFailing = ({ provision, error }: CapabilityStatus): boolean =>
  error !== null || (provision !== null && provision.state !== 'working')
