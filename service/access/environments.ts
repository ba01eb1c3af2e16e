/**
 * Which world a credential reads. Test keys read the test market, and its users (settings/test-market.ts) a state of it;
 * all others, and whatever keys the demo account has, read the market the operator has configured.
 */
import { isTestUser, testUsers } from '#service/shared/test-market.ts'
import type { TestUser, WorldName } from '#service/shared/test-market.ts'
import type { VerifiedSession } from '#service/store/caching.ts'
import { demoPartnerId } from './demo-account.ts'
import { modeOf } from './credentials/key-format.ts'
import type { AccessParts } from './access-parts.ts'

/** Whoever holds a key: what is known of every token and session. */
export type Holder = { readonly keyId: string; readonly partnerId: string }

/** A session, and what it reads. */
export type KnownSession = VerifiedSession & { readonly world: WorldName }

export const readsTestMarket = ({ keyId, partnerId }: Holder): boolean =>
  modeOf(keyId) === 'test' && partnerId !== demoPartnerId

export type WorldCheck = {
  /** `user`: keyed hash of the userId. */
  ofUser(holder: Holder, user: string): Promise<WorldName>
  known(session: VerifiedSession): Promise<KnownSession>
}

export function createWorldCheck({
  store,
  hash,
  clock,
}: Pick<AccessParts, 'store' | 'hash' | 'clock'>): WorldCheck {
  // Nobody's userId is kept: the users of the test market are known by what theirs hash to.
  let hashed: Promise<ReadonlyMap<string, TestUser>> | undefined
  const hashUsers = async () => {
    const names = Object.keys(testUsers).filter(isTestUser)
    return new Map(await Promise.all(names.map(async (name) => [await hash(`user ${name}`), name] as const)))
  }
  const ofUser: WorldCheck['ofUser'] = async (holder, user) =>
    readsTestMarket(holder) ? ((await (hashed ??= hashUsers())).get(user) ?? 'test') : 'live'
  return {
    ofUser,
    async known(session) {
      if (!readsTestMarket(session)) return { ...session, world: 'live' }
      const token = await store.tokens.accessToken(session.tokenHash, clock())
      return { ...session, world: await ofUser(session, token?.user ?? '') }
    },
  }
}
