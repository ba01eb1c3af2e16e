/**
 * The worlds that are answered from: a market, its batch and the look-ups over both. There is the configured market's, and,
 * for test keys, those of the test market. The credential that is presented names its world (`access/`); all that is
 * remembered of a market's (batch, answers, quotes) is a world's own, so that none can be had from another.
 */
import type { Market } from '#service/markets/market.ts'
import type { CredentialEnvironment } from '#service/shared/test-market.ts'
import type { Lookups } from './lookups.ts'

export type LookupEnvironment = { readonly market: Market; readonly lookups: Lookups }

export type LookupEnvironments = {
  /** The environment of that name, opened on first use. */
  of(name: CredentialEnvironment): LookupEnvironment
}

/** `openTest` opens what only test keys see; it is called once a name, and never where there are no test keys. */
export function createLookupEnvironments(
  live: LookupEnvironment,
  openTest: (name: Exclude<CredentialEnvironment, 'live'>) => LookupEnvironment,
): LookupEnvironments {
  const opened = new Map<CredentialEnvironment, LookupEnvironment>([['live', live]])
  return {
    of(name) {
      let world = opened.get(name)
      if (!world && name !== 'live') opened.set(name, (world = openTest(name)))
      return world ?? live
    },
  }
}
