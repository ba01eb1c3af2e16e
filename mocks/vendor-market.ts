/** The simulated market as that of a vendor, whose data partners may show as far as the operator allows. */
import type { DataClass } from '#contract/responses/data-class.ts'
import { type Capability, capabilityNames, type Provision } from '#service/markets/capabilities.ts'
import { type Market, unknownDividends } from '#service/markets/market.ts'

type PriceClass = Exclude<DataClass, 'derived'>
/** Classes of the three kinds of prices; all other data has the class of the quotes. */
type PriceClasses = Readonly<Record<'quotes' | 'chains' | 'bars', PriceClass>>

/** The delay that exchanges ask of delayed prices, seconds. */
const delaySeconds = 900

const everyKind = (dataClass: PriceClass): PriceClasses => ({
  quotes: dataClass,
  chains: dataClass,
  bars: dataClass,
})

/** Returns a vendor's market with these classes of data; `missing` are kinds that the vendor does not provide. */
function vendorMarket(market: Market, classes: PriceClasses, missing: readonly Capability[] = []): Market {
  const delayedSeconds = classes.quotes === 'delayed' ? delaySeconds : 0
  const provisionOf = (name: Capability): Provision => ({
    source: 'Acme',
    dataClass: name === 'chains' || name === 'bars' ? classes[name] : classes.quotes,
    delayedSeconds,
    isLicensed: true,
    state: 'working',
  })
  const capabilities = Object.fromEntries(
    capabilityNames.map((name) => [name, missing.includes(name) ? null : provisionOf(name)]),
  ) as ReturnType<Market['capabilities']>
  return {
    ...market,
    source: () => 'Acme',
    status: () => ({ ...market.status(), simulated: false, delayedSeconds }),
    capabilities: () => capabilities,
  }
}

export const realTimeVendor = (market: Market): Market => vendorMarket(market, everyKind('real-time'))

export const delayedVendor = (market: Market): Market => vendorMarket(market, everyKind('delayed'))

/** Quotes and options in real time, and daily prices that are licensed as end-of-day data. */
export const mixedVendor = (market: Market): Market =>
  vendorMarket(market, { ...everyKind('real-time'), bars: 'end-of-day' })

/** End-of-day data: the clock stands, and nothing moves. */
export function endOfDayVendor(market: Market): Market {
  const asOf = market.now()
  return {
    ...vendorMarket(market, everyKind('end-of-day')),
    now: () => asOf,
    status: () => ({ state: 'closed', delayedSeconds: 0, simulated: false, asOf: asOf.toISOString() }),
    watch: () => () => {},
  }
}

/** Prices only: no events, headlines, volatility history or fundamentals. */
export function sparseVendor(market: Market): Market {
  const missing = ['profiles', 'dividends', 'earnings', 'news', 'volatility'] as const
  return {
    ...vendorMarket(market, everyKind('real-time'), missing),
    profile: async (symbol) => {
      const profile = await market.profile(symbol)
      return (
        profile && { ...profile, marketCap: null, eps: null, dividendYield: 0, dividends: unknownDividends }
      )
    },
    earnings: async () => null,
    news: async () => [],
    volatilityHistory: async () => [],
  }
}
