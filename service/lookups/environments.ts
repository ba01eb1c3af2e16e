/**
 * Environments: a market, its batch and the look-ups over both. The live environment has the
 * configured market; the environments of test keys have the test market. If the configured market is
 * licensed, partners who may not show all of it have restricted environments (licence/). The credential
 * selects the environment (`access/`). Each environment has its own results and quotes, so that it never
 * serves data of another one.
 */
import type { Market } from '#service/markets/market.ts'
import { restrictedEntitlement } from '#service/shared/environment-names.ts'
import type {
  CredentialEnvironment,
  RestrictedEntitlement,
  TestEnvironment,
} from '#service/shared/environment-names.ts'
import type { ServedLookups } from './licence/served-lookups.ts'
import type { EnvironmentUsage } from './licence/usage-recorder.ts'

/** The parts of a market that the feed reads. */
export type FeedMarket = Pick<
  Market,
  'status' | 'universe' | 'watch' | 'watchContracts' | 'quote' | 'onNewDay'
>

export type LookupEnvironment = {
  readonly market: FeedMarket
  readonly lookups: ServedLookups
  /** Records to whom licensed data is shown; absent if nothing is licensed. */
  readonly usage?: EnvironmentUsage
}

export type LookupEnvironments = {
  /** The environment of that name, opened on first use. */
  environmentOf(name: CredentialEnvironment): LookupEnvironment
}

/** Functions that open environments; each is called once per name, on first use. */
export type OpenEnvironments = {
  readonly openTest: (name: TestEnvironment) => LookupEnvironment
  /** Only called if the market is licensed. */
  readonly openRestricted: (entitlement: RestrictedEntitlement) => LookupEnvironment
}

export function createLookupEnvironments(
  live: LookupEnvironment,
  { openTest, openRestricted }: OpenEnvironments,
): LookupEnvironments {
  const opened = new Map<CredentialEnvironment, LookupEnvironment>([['live', live]])
  const open = (name: Exclude<CredentialEnvironment, 'live'>) => {
    const entitlement = restrictedEntitlement(name)
    return entitlement === undefined ? openTest(name as TestEnvironment) : openRestricted(entitlement)
  }
  return {
    environmentOf(name) {
      let environment = opened.get(name)
      if (!environment && name !== 'live') opened.set(name, (environment = open(name)))
      return environment ?? live
    },
  }
}
