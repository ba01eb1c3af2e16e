/** Licensed market data that the demo accounts may show, and the line about it in the output of `npm start`. */
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import { demoPartnerId } from '#service/access/demo-account.ts'
import { entitlementOf } from '#service/access/settings.ts'
import { isLicensedMarket } from '#service/lookups/licence/licence.ts'
import type { Market } from '#service/markets/market.ts'
import { isLoopbackHost } from '#service/shared/loopback.ts'
import type { Store } from '#service/store/store.ts'
import type { Environment } from './environment.ts'

export type Reach = Pick<Environment, 'host' | 'trustedProxies' | 'hosts'>

/** Whether only this machine reaches the service. A proxy or a public host name shows that others do. */
export const isOnThisMachineOnly = ({ host, trustedProxies, hosts }: Reach): boolean =>
  isLoopbackHost(host) &&
  trustedProxies.length === 0 &&
  Object.values(hosts).every((hostName) => hostName === null)

/** The data that demo accounts may show until the operator sets it (docs/decisions/0057). */
export const demoEntitlementOf = (reach: Reach): DataEntitlement =>
  isOnThisMachineOnly(reach) ? 'real-time' : 'none'

type DemoDataParts = {
  readonly market: Pick<Market, 'source' | 'capabilities'>
  readonly accounts: Pick<Store['accounts'], 'find'>
}

const amountOf: Readonly<Record<DataEntitlement, string>> = {
  'real-time': 'all data',
  delayed: 'delayed and end-of-day data',
  'end-of-day': 'end-of-day data',
  derived: 'derived figures without prices',
  none: 'no data',
}

const changeCommand = `npm run --silent admin -- partner set ${demoPartnerId} --data <class>`

/** What the demo shows of the market, and how the operator changes it. One line. */
export async function demoDataText({ market, accounts }: DemoDataParts, reach: Reach): Promise<string> {
  const source = market.source()
  if (!isLicensedMarket(market.capabilities()))
    return `${source}, shown to everyone; MARKET selects another source (docs/markets.md)`
  const settings = (await accounts.find(demoPartnerId))?.settings ?? {}
  const isSet = settings.data !== undefined
  const entitlement = entitlementOf({ id: demoPartnerId, settings }, demoEntitlementOf(reach))
  const shown = `${amountOf[entitlement]} of ${source}`
  const reason = isSet
    ? 'as set'
    : entitlement === 'none'
      ? 'because others may reach this address'
      : 'because only this machine reaches it'
  return `${shown}, ${reason}; to change it: ${changeCommand}`
}
