/**
 * Data of a market that a partner with an entitlement may show. The classes of a source are constant while a process
 * runs, because cached results do not record the classes of their data.
 */
import { dataClasses, isEntitled } from '#contract/responses/data-class.ts'
import type { DataClass, DataEntitlement } from '#contract/responses/data-class.ts'
import type { DataRoute } from '#contract/api/routes.ts'
import type { Capabilities, Capability } from '#service/markets/capabilities.ts'
import type { PriceCapability } from './field-class.ts'
import type { ShownPrices } from './redact.ts'

const priceCapabilities = ['quotes', 'chains', 'bars'] as const satisfies readonly PriceCapability[]

/** Values that a vendor's licence covers. Names, events and other facts about companies are not restricted. */
type LicensedCapability = PriceCapability | Extract<Capability, 'volatility' | 'news'>

/** Data that the responses of each route are made of, as far as a licence covers it. */
const sourcesOfRoute: Readonly<Record<DataRoute, readonly LicensedCapability[]>> = {
  tradeIdeas: ['bars', 'chains', 'quotes', 'volatility'],
  why: ['quotes', 'chains', 'bars', 'volatility'],
  income: ['quotes', 'chains', 'bars', 'volatility'],
  bestIncome: ['chains', 'quotes', 'bars', 'volatility'],
  chain: ['quotes', 'chains'],
  roll: ['quotes', 'chains', 'bars'],
  scenario: ['quotes', 'chains', 'bars'],
  symbols: [],
  history: ['bars'],
  volatility: ['chains', 'bars', 'volatility'],
  tone: ['bars'],
  news: ['news'],
}

/** Routes whose responses have figures, but no prices. */
const routesWithoutPrices: ReadonlySet<DataRoute> = new Set(['symbols', 'tone', 'volatility', 'news'])

/** Whether a licence restricts any of the market's data. */
export const isLicensedMarket = (capabilities: Capabilities): boolean =>
  Object.values(capabilities).some((provision) => provision?.isLicensed === true)

/** Whether values of a capability may be shown. Those that the market does not provide may be. */
export const mayShow = (
  capabilities: Capabilities,
  entitlement: DataEntitlement,
  capability: Capability,
): boolean => {
  const provision = capabilities[capability]
  return !provision?.isLicensed || isEntitled(entitlement, provision.dataClass)
}

/** Whether a route may be used: without any entitlement, only if nothing in its responses is licensed. */
export const mayUse = (capabilities: Capabilities, entitlement: DataEntitlement, route: DataRoute): boolean =>
  entitlement !== 'none' ||
  sourcesOfRoute[route].every((capability) => mayShow(capabilities, entitlement, capability))

/** Prices of the market that may be shown. */
export function shownPrices(capabilities: Capabilities, entitlement: DataEntitlement): ShownPrices {
  const includes = (capability: PriceCapability) => mayShow(capabilities, entitlement, capability)
  const isShown = includes('quotes') && capabilities.quotes ? (['quotes'] as const) : priceCapabilities
  return { includes, dataClass: highestClass(capabilities, isShown.filter(includes)) ?? 'derived' }
}

/**
 * The highest licensed class in a response of the route, or of pushed quotes; null if nothing in it is
 * licensed, and for quotes that are not pushed. For reports of usage.
 */
export function licensedClassShown(
  capabilities: Capabilities,
  entitlement: DataEntitlement,
  shown: DataRoute | PushedQuotes,
): DataClass | null {
  const sources = isPushed(shown) ? [capabilityOfPush[shown]] : sourcesOfRoute[shown]
  const licensed = priceCapabilities.filter(
    (capability) => sources.includes(capability) && capabilities[capability]?.isLicensed === true,
  )
  if (licensed.length === 0) return null
  if (!isPushed(shown) && routesWithoutPrices.has(shown)) return 'derived'
  const visible = licensed.filter((capability) => mayShow(capabilities, entitlement, capability))
  return highestClass(capabilities, visible) ?? (isPushed(shown) ? null : 'derived')
}

/** Quotes that the feed pushes: of symbols or of options. */
export type PushedQuotes = 'quotes' | 'options'

const capabilityOfPush = { quotes: 'quotes', options: 'chains' } as const

const isPushed = (shown: DataRoute | PushedQuotes): shown is PushedQuotes =>
  Object.hasOwn(capabilityOfPush, shown)

const highestClass = (
  capabilities: Capabilities,
  names: readonly PriceCapability[],
): DataClass | undefined => {
  const classes: readonly (DataClass | undefined)[] = names.map((name) => capabilities[name]?.dataClass)
  return dataClasses.find((dataClass) => classes.includes(dataClass))
}
