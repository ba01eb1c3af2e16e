/** Opening of widget sessions (docs/specification.md 5.3.3, 5.4). */
import type { PartnerSettings } from '#contract/api/access.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Session } from '#service/store/sessions.ts'
import type { AccessToken } from '#service/store/tokens.ts'
import { randomText } from '#service/access/credentials/hashing.ts'
import { originCovered } from '#service/access/origins.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'
import { mergeSettings } from '#service/access/settings.ts'
import type { TestSessions } from './test-sessions.ts'
import { isToken } from '#service/access/credentials/token-format.ts'
import { readsTestMarket } from '#service/access/environments.ts'
import type { SessionIdentity, EnvironmentCheck } from '#service/access/environments.ts'

export type OpenedSession = {
  readonly session: SessionIdentity
  /** Value of the cookie. Only its hash is stored. */
  readonly cookie: string
  /** Seconds. */
  readonly expiresIn: number
  readonly settings: PartnerSettings
}

/** docs/specification.md 5.3.3. `origin` is the embedding page's, `ownOrigin` the widget's own. */
export type OpenSession = (
  presented: RequestCredentials,
  opening: { readonly origin: string; readonly instance: string; readonly ownOrigin: string },
) => Promise<OpenedSession>

/** Maximum length of a stored origin, in characters. */
const longestOrigin = 300
/** A key's cap is enforced once per this number of openings, or per hundredth of a small cap. */
const tidyEvery = 1000

type OpeningParts = SharedAccessParts & {
  readonly environments: EnvironmentCheck
  readonly testSessions: TestSessions
}

/** `ended` is called with the sessions that a new one replaces. */
export function createSessionOpening(parts: OpeningParts, ended: (id: string) => void): OpenSession {
  const { store, hash, clock, elapsed, checks, config, log, environments, testSessions } = parts
  const { sessionCaps } = config
  const tokenOf = async (presented: RequestCredentials): Promise<AccessToken> => {
    const { bearer } = presented
    if (bearer === null)
      throw new Problem('credential-missing', {
        detail: 'Send Authorization: Bearer with the access token.',
      })
    const credential = {
      at: 'widget',
      shown: bearer,
      publicId: null,
      isWellFormed: isToken('wt', bearer),
    } as const
    const token = await checks.checked(credential, presented, async () =>
      store.tokens.accessToken(await hash(bearer), clock()),
    )
    if (!token)
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    return token
  }
  const assertListed = async (token: AccessToken, origin: string) => {
    if (token.flow === 'authToken') return
    if (originCovered(origin, readsTestMarket(token), await store.accounts.domains(token.partnerId))) return
    throw notListed(token, origin)
  }
  const notListed = (token: AccessToken, given: string) => {
    const origin = given.slice(0, longestOrigin)
    log('warn', 'domain-refused', { account: token.partnerId, origin })
    const detail = `The origin of the embedding page, ${origin}, is not on the list of this account. Submit exactly this for whitelisting.`
    return new Problem('domain-not-whitelisted', { origin, detail })
  }
  const tidy = createTidying(parts, ended)

  return async (presented, { origin, instance, ownOrigin }) => {
    const token = await tokenOf(presented)
    const { keyId, partnerId, user, flow } = token
    const environment = await environments.ofUser(token, user)
    if (environment === 'test-domain') throw notListed(token, origin)
    await assertListed(token, origin)
    const shown = origin.slice(0, longestOrigin)
    await presented.identified?.({ kind: 'opening', account: partnerId, keyId, origin: shown })
    const now = clock()
    const cookie = randomText()
    const session: Session = {
      id: randomText(16),
      cookieHash: await hash(cookie),
      tokenHash: token.hash,
      keyId,
      partnerId,
      flow,
      user,
      origin: shown,
      instance,
      openedAt: now,
      expiresAt: testSessions.expiryOf({ environment, token, instance, now }),
    }
    const partner = await store.accounts.find(partnerId)
    const verifiedAt = elapsed()
    for (const id of await store.sessions.open(session, now, sessionCaps.perUser)) ended(id)
    await endUnlessListed(session, () => assertListed(token, origin))
    await tidy(keyId)
    checks.given(cookie)
    log('info', 'session-opened', { account: partnerId, session: session.id, origin: shown, flow })
    return {
      session: { ...session, environment, verifiedAt },
      cookie,
      expiresIn: Math.floor((session.expiresAt - now) / 1000),
      settings: mergeSettings(partner?.settings ?? {}, ownOrigin),
    }
  }

  /**
   * Removing a domain ends its open sessions: a session opened concurrently checks the list again after it is
   * stored.
   */
  async function endUnlessListed({ id }: Session, assert: () => Promise<void>): Promise<void> {
    try {
      await assert()
    } catch (error) {
      await store.sessions.end(id, clock())
      throw error
    }
  }
}

/** Enforces each key's cap of sessions periodically: counting at every opening costs too much. */
function createTidying({ store, clock, config, log }: OpeningParts, ended: (id: string) => void) {
  const { perKey } = config.sessionCaps
  const every = Math.max(1, Math.min(tidyEvery, Math.floor(perKey / 100)))
  const openings = new Map<string, number>()
  return async (keyId: string) => {
    const count = (openings.get(keyId) ?? 0) + 1
    openings.set(keyId, count % every)
    if (count < every) return
    const ids = await store.sessions.endOldest(keyId, perKey, clock())
    if (ids.length === 0) return
    log('warn', 'sessions-capped', { apiKey: keyId, ended: ids.length })
    for (const id of ids) ended(id)
  }
}
