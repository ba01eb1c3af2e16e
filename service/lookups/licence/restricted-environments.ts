/** The environments of a licensed market: one without restrictions, and one for each other entitlement. */
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import type { Market } from '#service/markets/market.ts'
import type { RestrictedEntitlement } from '#service/shared/environment-names.ts'
import type { LookupEnvironment } from '../environments.ts'
import { licensedClassShown } from './licence.ts'
import { restrictedLookups } from './restricted-lookups.ts'
import { restrictedMarket } from './restricted-market.ts'
import type { EnvironmentUsage, UsageRecorder } from './usage-recorder.ts'

/** The environment of the configured market, of which the others are derived. */
export type LicensedSource = LookupEnvironment & { readonly market: Market }

/** The environment of partners who may show everything, with a record of usage. */
export const unrestrictedEnvironment = (live: LicensedSource, record: UsageRecorder): LicensedSource => ({
  ...live,
  usage: usageIn(live.market, 'real-time', record),
})

/**
 * The environment of partners with a lower entitlement. It shares the look-ups of the live environment and
 * their caches.
 */
export const restrictedEnvironment = (
  { market, lookups }: LicensedSource,
  entitlement: RestrictedEntitlement,
  record: UsageRecorder,
): LookupEnvironment => ({
  market: restrictedMarket(market, entitlement),
  lookups: restrictedLookups(lookups, { entitlement, capabilities: () => market.capabilities() }),
  usage: usageIn(market, entitlement, record),
})

const usageIn =
  (
    market: Pick<Market, 'capabilities'>,
    entitlement: DataEntitlement,
    record: UsageRecorder,
  ): EnvironmentUsage =>
  (user, shown) => {
    const dataClass = licensedClassShown(market.capabilities(), entitlement, shown)
    if (dataClass !== null) record(user, dataClass)
  }
