/**
 * The environment that a credential reads. Test keys read the test market, and its users
 * (shared/test-market.ts) a state of it; all other keys, and all keys of the demo account, read the
 * configured market.
 */
import { isTestUser, testUsers } from '#service/shared/test-market.ts'
import type { TestUser, CredentialEnvironment } from '#service/shared/test-market.ts'
import type { VerifiedSession } from '#service/store/caching.ts'
import { demoPartnerId } from './demo-account.ts'
import { modeOf } from './credentials/key-format.ts'
import type { AccessParts } from './access-parts.ts'

/** The holder of a key, known for every token and session. */
export type CredentialHolder = { readonly keyId: string; readonly partnerId: string }

/** A session and the environment that it reads. */
export type SessionIdentity = VerifiedSession & { readonly environment: CredentialEnvironment }

export const readsTestMarket = ({ keyId, partnerId }: CredentialHolder): boolean =>
  modeOf(keyId) === 'test' && partnerId !== demoPartnerId

export type EnvironmentCheck = {
  /** `user`: keyed hash of the userId. */
  ofUser(holder: CredentialHolder, user: string): Promise<CredentialEnvironment>
  withEnvironment(session: VerifiedSession): Promise<SessionIdentity>
}

export function createEnvironmentCheck({
  store,
  hash,
  clock,
}: Pick<AccessParts, 'store' | 'hash' | 'clock'>): EnvironmentCheck {
  // User ids are not stored: users of the test market are recognised by their hashes.
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
