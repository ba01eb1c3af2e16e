/** Opening of widget sessions (docs/specification.md 5.3.3, 5.4). */
import type { PartnerSettings } from '#contract/api/access.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Session } from '#service/store/sessions.ts'
import type { AccessToken } from '#service/store/tokens.ts'
import { randomText } from '#service/access/credentials/hashing.ts'
import { mayEmbed } from '#service/access/origins.ts'
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

/** docs/specification.md 5.3.3. `origin`: of the embedding page; `ownOrigin`: of the widget. */
export type OpenSession = (
  request: RequestCredentials,
  opening: { readonly origin: string; readonly instance: string; readonly ownOrigin: string },
) => Promise<OpenedSession>

/** Maximum length of a stored origin, in characters. */
const maxOriginLength = 300
/** A key's cap is enforced once per this number of openings, or per hundredth of a small cap. */
const openingsPerCheck = 1000

type OpeningParts = SharedAccessParts & {
  readonly environments: EnvironmentCheck
  readonly testSessions: TestSessions
}

/** `onEnded` is called with the id of each session that a new one replaces. */
export function createSessionOpening(parts: OpeningParts, onEnded: (id: string) => void): OpenSession {
  const { store, hash, clock, elapsed, checks, config, log, environments, testSessions } = parts
  const { sessionCaps } = config
  const requireToken = async (request: RequestCredentials): Promise<AccessToken> => {
    const { bearer } = request
    if (bearer === null)
      throw new Problem('credential-missing', {
        detail: 'Send Authorization: Bearer with the access token.',
      })
    const credential = {
      endpoint: 'widget',
      value: bearer,
      publicId: null,
      isWellFormed: isToken('wt', bearer),
    } as const
    const token = await checks.check(credential, request, async () =>
      store.tokens.accessToken(await hash(bearer), clock()),
    )
    if (!token)
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    return token
  }
  const assertListed = async (token: AccessToken, origin: string) => {
    if (token.flow === 'authToken') return
    if (mayEmbed(origin, readsTestMarket(token), await store.accounts.domains(token.partnerId))) return
    throw unlistedProblem(token, origin)
  }
  const unlistedProblem = (token: AccessToken, pageOrigin: string) => {
    const origin = pageOrigin.slice(0, maxOriginLength)
    log('warn', 'domain-refused', { account: token.partnerId, origin })
    const detail = `The origin of the embedding page, ${origin}, is not whitelisted for this account. Submit this origin for whitelisting.`
    return new Problem('domain-not-whitelisted', { origin, detail })
  }
  const enforceKeyCap = createKeyCapEnforcer(parts, onEnded)

  return async (request, { origin, instance, ownOrigin }) => {
    const token = await requireToken(request)
    const { keyId, partnerId, user, flow } = token
    const environment = await environments.ofUser(token, user)
    if (environment === 'test-domain') throw unlistedProblem(token, origin)
    await assertListed(token, origin)
    const storedOrigin = origin.slice(0, maxOriginLength)
    await request.identified?.({ kind: 'opening', account: partnerId, keyId, origin: storedOrigin })
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
      origin: storedOrigin,
      instance,
      openedAt: now,
      expiresAt: testSessions.expiryOf({ environment, token, instance, now }),
    }
    const partner = await store.accounts.find(partnerId)
    const verifiedAt = elapsed()
    for (const id of await store.sessions.open(session, now, sessionCaps.perUser)) onEnded(id)
    await endUnlessListed(session, () => assertListed(token, origin))
    await enforceKeyCap(keyId)
    checks.addIssued(cookie)
    log('info', 'session-opened', { account: partnerId, session: session.id, origin: storedOrigin, flow })
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
  async function endUnlessListed({ id }: Session, assertStillListed: () => Promise<void>): Promise<void> {
    try {
      await assertStillListed()
    } catch (error) {
      await store.sessions.end(id, clock())
      throw error
    }
  }
}

/** Enforces each key's cap of sessions periodically: counting at every opening costs too much. */
function createKeyCapEnforcer({ store, clock, config, log }: OpeningParts, onEnded: (id: string) => void) {
  const { perKey } = config.sessionCaps
  const interval = Math.max(1, Math.min(openingsPerCheck, Math.floor(perKey / 100)))
  const openings = new Map<string, number>()
  return async (keyId: string) => {
    const count = (openings.get(keyId) ?? 0) + 1
    openings.set(keyId, count % interval)
    if (count < interval) return
    const ids = await store.sessions.endOldest(keyId, perKey, clock())
    if (ids.length === 0) return
    log('warn', 'sessions-capped', { apiKey: keyId, ended: ids.length })
    for (const id of ids) onEnded(id)
  }
}
