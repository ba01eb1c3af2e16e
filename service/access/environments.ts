/**
 * The environment that a credential reads. Test keys read the test market, in the state of their
 * test user (shared/test-market.ts) if there is one. All other keys, and all keys of the demo
 * account, read the configured market.
 */
import { isTestUser, testUsers } from '#service/shared/test-market.ts'
import type { TestUser, CredentialEnvironment } from '#service/shared/test-market.ts'
import type { VerifiedSession } from '#service/store/caching.ts'
import { demoPartnerId } from './demo-account.ts'
import { modeOf } from './credentials/key-format.ts'
import type { AccessParts } from './access-parts.ts'

/** The key and account of a credential, which every token and session has. */
export type CredentialHolder = { readonly keyId: string; readonly partnerId: string }

/** A session and the environment that it reads. */
export type SessionIdentity = VerifiedSession & { readonly environment: CredentialEnvironment }

/** Whether a credential reads the test market. */
export const readsTestMarket = ({ keyId, partnerId }: CredentialHolder): boolean =>
  modeOf(keyId) === 'test' && partnerId !== demoPartnerId

export type EnvironmentCheck = {
  /** The environment of a user. `user`: keyed hash of the userId. */
  ofUser(holder: CredentialHolder, user: string): Promise<CredentialEnvironment>
  /** Adds the environment to a session. */
  withEnvironment(session: VerifiedSession): Promise<SessionIdentity>
}

export function createEnvironmentCheck({
  store,
  hash,
  clock,
}: Pick<AccessParts, 'store' | 'hash' | 'clock'>): EnvironmentCheck {
  // The store has no user ids, so test users are identified by their hashes.
  let usersByHash: Promise<ReadonlyMap<string, TestUser>> | undefined
  const hashUsers = async () => {
    const names = Object.keys(testUsers).filter(isTestUser)
    return new Map(await Promise.all(names.map(async (name) => [await hash(`user ${name}`), name] as const)))
  }
  const ofUser: EnvironmentCheck['ofUser'] = async (holder, user) =>
    readsTestMarket(holder) ? ((await (usersByHash ??= hashUsers())).get(user) ?? 'test') : 'live'
  return {
    ofUser,
    async withEnvironment(session) {
      if (!readsTestMarket(session)) return { ...session, environment: 'live' }
      const token = await store.tokens.accessToken(session.tokenHash, clock())
      return { ...session, environment: await ofUser(session, token?.user ?? '') }
    },
  }
}
