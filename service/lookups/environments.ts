/**
 * Environments: a market, its batch and the look-ups over both. The live environment has the
 * configured market; the environments of test keys have the test market. The credential selects the
 * environment (`access/`). Each environment has its own caches (batch, results, quotes), so that it
 * never serves data of another one.
 */
import type { Market } from '#service/markets/market.ts'
import type { CredentialEnvironment } from '#service/shared/test-market.ts'
import type { Lookups } from './lookups.ts'

export type LookupEnvironment = { readonly market: Market; readonly lookups: Lookups }

export type LookupEnvironments = {
  /** The environment of that name, opened on first use. */
  environmentOf(name: CredentialEnvironment): LookupEnvironment
}

/**
 * @param openTest opens an environment for test keys; called once per name, and only if a test key
 * is used
 */
export function createLookupEnvironments(
  live: LookupEnvironment,
  openTest: (name: Exclude<CredentialEnvironment, 'live'>) => LookupEnvironment,
): LookupEnvironments {
  const opened = new Map<CredentialEnvironment, LookupEnvironment>([['live', live]])
  return {
    environmentOf(name) {
      let environment = opened.get(name)
      if (!environment && name !== 'live') opened.set(name, (environment = openTest(name)))
      return environment ?? live
    },
  }
}
