/** Names of the environments that credentials read. */
import type { DataEntitlement } from '#contract/responses/data-class.ts'
import type { TestUser } from './test-market.ts'

/** Entitlements that do not include every licence class. */
export type RestrictedEntitlement = Exclude<DataEntitlement, 'real-time'>

/** The configured market for partners who may not show every class of it. */
export type RestrictedEnvironment = `live-${RestrictedEntitlement}`

/** The configured market: without restrictions, or as far as a partner may show it. */
export type LiveEnvironment = 'live' | RestrictedEnvironment

/** The test market, in its normal state or in that of one of its users. */
export type TestEnvironment = 'test' | TestUser

/** The environment that a credential reads. */
export type CredentialEnvironment = LiveEnvironment | TestEnvironment

/** The environment of a licensed market for partners with this entitlement. */
export const licensedEnvironment = (entitlement: DataEntitlement): LiveEnvironment =>
  entitlement === 'real-time' ? 'live' : `live-${entitlement}`

const restrictedEntitlements: Readonly<Record<RestrictedEnvironment, RestrictedEntitlement>> = {
  'live-delayed': 'delayed',
  'live-end-of-day': 'end-of-day',
  'live-derived': 'derived',
  'live-none': 'none',
}

/** Whether an environment has the configured market. */
export const isLiveEnvironment = (environment: CredentialEnvironment): environment is LiveEnvironment =>
  environment === 'live' || restrictedEntitlement(environment) !== undefined

/** The entitlement of a restricted environment; undefined for every other environment. */
export const restrictedEntitlement = (
  environment: CredentialEnvironment,
): RestrictedEntitlement | undefined =>
  (restrictedEntitlements as Partial<Record<CredentialEnvironment, RestrictedEntitlement>>)[environment]
