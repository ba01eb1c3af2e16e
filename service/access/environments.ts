/**
 * The environment that a credential reads. Test keys, and usually the playground's key, read the
 * test market, in the state of their test user (shared/test-market.ts) if there is one. All other keys read the configured market; if
 * it is licensed, as far as their partner may show it.
 */
import { thenOrNow } from '#service/shared/maybe-promise.ts'
import type { MaybePromise } from '#service/shared/maybe-promise.ts'
import { licensedEnvironment } from '#service/shared/environment-names.ts'
import type { CredentialEnvironment, LiveEnvironment } from '#service/shared/environment-names.ts'
import { isTestUser, testUsers } from '#service/shared/test-market.ts'
import type { TestUser } from '#service/shared/test-market.ts'
import type { VerifiedSession } from '#service/store/caching.ts'
import { demoPartnerId, playgroundPartnerId } from './demo-account.ts'
import { modeOf } from './credentials/key-format.ts'
import type { AccessParts } from './access-parts.ts'
import { createUnlicensedReport } from './unlicensed-report.ts'
import { entitlementOf } from './settings.ts'

/** The key and account of a credential, which every token and session has. */
export type CredentialHolder = { readonly keyId: string; readonly partnerId: string }

/** A session and the environment that it reads. */
export type SessionIdentity = VerifiedSession & { readonly environment: CredentialEnvironment }

/**
 * Whether a key is a test key, which reads the test market. Release 1.2 issued keys of the demo account with the
 * prefix of test keys; they read the configured market.
 */
export const readsTestMarket = ({ keyId, partnerId }: CredentialHolder): boolean =>
  modeOf(keyId) === 'test' && partnerId !== demoPartnerId

export type EnvironmentCheck = {
  /** Whether a credential reads the test market: that of a test key, or of the playground if it is configured so. */
  readsTestMarket(holder: CredentialHolder): boolean
  /**
   * The environment of a key or legacy token. States of test users exist in widget sessions only.
   * Synchronous if the market is not licensed, or if the account is cached.
   */
  ofHolder(holder: CredentialHolder): MaybePromise<CredentialEnvironment>
  /** The environment of a user. `user`: keyed hash of the userId. */
  ofUser(holder: CredentialHolder, user: string): Promise<CredentialEnvironment>
  /** Adds the environment to a session. */
  withEnvironment(session: VerifiedSession): Promise<SessionIdentity>
  /**
   * The environment of a partner's live keys at present; absent if the market is not licensed: then it is always
   * `live`.
   */
  readonly licensedEnvironmentOf: LicensedEnvironmentOf | undefined
}

export type LicensedEnvironmentOf = (partnerId: string) => MaybePromise<LiveEnvironment>

type EnvironmentParts = Pick<
  AccessParts,
  'store' | 'hash' | 'clock' | 'elapsed' | 'log' | 'config' | 'licensedAccountOf'
>

export function createEnvironmentCheck(parts: EnvironmentParts): EnvironmentCheck {
  const { store, hash, clock } = parts
  const licensedEnvironmentOf = createLicensedEnvironments(parts)
  // The store has no user ids, so test users are identified by their hashes.
  let usersByHash: Promise<ReadonlyMap<string, TestUser>> | undefined
  const hashUsers = async () => {
    const names = Object.keys(testUsers).filter(isTestUser)
    return new Map(await Promise.all(names.map(async (name) => [await hash(`user ${name}`), name] as const)))
  }
  const liveEnvironment = ({ partnerId }: CredentialHolder): MaybePromise<LiveEnvironment> =>
    licensedEnvironmentOf ? licensedEnvironmentOf(partnerId) : 'live'
  const isTest = (holder: CredentialHolder) =>
    readsTestMarket(holder) ||
    (parts.config.playgroundMarket === 'test' && holder.partnerId === playgroundPartnerId)
  const ofUser: EnvironmentCheck['ofUser'] = async (holder, user) =>
    isTest(holder) ? ((await (usersByHash ??= hashUsers())).get(user) ?? 'test') : liveEnvironment(holder)
  return {
    readsTestMarket: isTest,
    ofHolder: (holder) => (isTest(holder) ? 'test' : liveEnvironment(holder)),
    ofUser,
    async withEnvironment(session) {
      if (!isTest(session)) {
        const environment = liveEnvironment(session)
        return { ...session, environment: typeof environment === 'string' ? environment : await environment }
      }
      const token = await store.tokens.accessToken(session.tokenHash, clock())
      return { ...session, environment: await ofUser(session, token?.user ?? '') }
    },
    licensedEnvironmentOf,
  }
}

/** The environments of a licensed market, by partner; undefined if the market is not licensed. */
function createLicensedEnvironments(parts: EnvironmentParts): LicensedEnvironmentOf | undefined {
  const { licensedAccountOf, config } = parts
  const { demoEntitlement } = config
  if (!licensedAccountOf) return undefined
  const reportUnlicensed = createUnlicensedReport(parts)
  return (partnerId) =>
    thenOrNow(licensedAccountOf(partnerId), (account) => {
      const entitlement = account ? entitlementOf(account, demoEntitlement) : 'none'
      if (entitlement === 'none') reportUnlicensed(partnerId)
      return licensedEnvironment(entitlement)
    })
}
