/** Opening of widget sessions (docs/specification.md 5.3.3, 5.4). */
import type { PartnerSettings } from '#contract/api/access.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Flow, Session } from '#service/store/sessions.ts'
import type { AccessToken } from '#service/store/tokens.ts'
import { addressBlock } from '#service/access/address.ts'
import { randomText } from '#service/access/credentials/hashing.ts'
import { mayEmbed } from '#service/access/origins.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'
import { mergeSettings } from '#service/access/settings.ts'
import type { SessionWaits } from './session-waits.ts'
import type { TestSessions } from './test-sessions.ts'
import { isToken } from '#service/access/credentials/token-format.ts'
import { isDemoAccount } from '#service/access/demo-account.ts'
import { readsTestMarket } from '#service/access/environments.ts'
import type { SessionIdentity, EnvironmentCheck } from '#service/access/environments.ts'

export type OpenedSession = {
  readonly session: SessionIdentity
  /** Value of the session cookie. The store has only its hash. */
  readonly cookie: string
  /** Lifetime, seconds. */
  readonly expiresIn: number
  readonly settings: PartnerSettings
}

/**
 * Opens a session (docs/specification.md 5.3.3). `origin`: serialised origin of the embedding page;
 * `ownOrigin`: origin of the widget; `isPreview`: whether the frame shows a release that is not
 * promoted yet, in which live keys are refused.
 */
export type OpenSession = (
  request: RequestCredentials,
  opening: {
    readonly origin: string
    readonly instance: string
    readonly ownOrigin: string
    readonly isPreview?: boolean
  },
) => Promise<OpenedSession>

/**
 * The session limit of a key is enforced once per this number of openings, or per hundredth of a
 * smaller limit.
 */
const openingsPerCheck = 1000

type OpeningParts = SharedAccessParts & {
  readonly environments: EnvironmentCheck
  readonly testSessions: TestSessions
  readonly waits: SessionWaits
}

/** @param onEnded called with the id of each session that a new one replaces */
export function createSessionOpening(parts: OpeningParts, onEnded: (id: string) => void): OpenSession {
  const { store, hash, clock, elapsed, checks, config, log, environments, testSessions, waits } = parts
  const { sessionLimits } = config
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
  const unlistedProblem = (token: AccessToken, origin: string) => {
    log('warn', 'domain-refused', { account: token.partnerId, origin })
    const detail = `The origin of the embedding page, ${origin}, is not whitelisted for this account. Submit this origin for whitelisting.`
    return new Problem('domain-not-whitelisted', { origin, detail })
  }
  const enforceKeyLimit = createKeyLimitEnforcer(parts, onEnded)

  return async (request, opening) => {
    const token = await requireToken(request)
    try {
      return await openWith(token, request, opening)
    } finally {
      waits.openingEnded(token.hash)
    }
  }

  async function openWith(
    token: AccessToken,
    request: RequestCredentials,
    { origin, instance, ownOrigin, isPreview = false }: Parameters<OpenSession>[1],
  ): Promise<OpenedSession> {
    if (isPreview) assertMayPreview(token)
    const { keyId, partnerId, user, flow } = token
    const environment = await environments.ofUser(token, user)
    if (environment === 'test-domain') throw unlistedProblem(token, origin)
    await assertListed(token, origin)
    await request.callerListener?.onIdentified({
      kind: 'opening',
      account: partnerId,
      keyId,
      origin,
    })
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
      origin,
      instance,
      addressBlock: flow === 'apiKey' ? await hash(`address ${keyId} ${addressBlock(request.address)}`) : '',
      openedAt: now,
      expiresAt: testSessions.expiryOf({ environment, token, instance, now }),
    }
    const partner = await store.accounts.find(partnerId)
    const verifiedAt = elapsed()
    for (const id of await store.sessions.open(session, now, sessionLimits.perUser)) onEnded(id)
    await endUnlessListed(session, () => assertListed(token, origin))
    await enforceKeyLimit(keyId, flow)
    checks.addIssued(cookie)
    log('info', 'session-opened', { account: partnerId, session: session.id, origin, flow })
    return {
      session: { ...session, environment, verifiedAt },
      cookie,
      expiresIn: Math.floor((session.expiresAt - now) / 1000),
      settings: mergeSettings(partner?.settings ?? {}, ownOrigin),
    }
  }

  /**
   * Ends a stored session if its origin is no longer listed. Removing a domain ends its open
   * sessions; this covers a session that is opened concurrently.
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

/**
 * Enforces the session limit of each key and flow, but not at every opening, because counting sessions
 * is expensive. The flows are apart: anyone can open sessions of the API-key flow, and those end no
 * session that the partner's server has vouched for.
 */
function createKeyLimitEnforcer({ store, clock, config, log }: OpeningParts, onEnded: (id: string) => void) {
  const { perKey } = config.sessionLimits
  const interval = Math.max(1, Math.min(openingsPerCheck, Math.floor(perKey / 100)))
  const openings = new Map<string, number>()
  return async (keyId: string, flow: Flow) => {
    const name = `${keyId} ${flow}`
    const count = (openings.get(name) ?? 0) + 1
    openings.set(name, count % interval)
    if (count < interval) return
    const ids = await store.sessions.endOldest({ keyId, flow }, perKey, clock())
    if (ids.length === 0) return
    log('warn', 'sessions-capped', { apiKey: keyId, flow, ended: ids.length })
    for (const id of ids) onEnded(id)
  }
}

/** @throws Problem for a live key of a partner: a release that is not promoted must not reach its customers */
function assertMayPreview(token: AccessToken): void {
  if (readsTestMarket(token) || isDemoAccount(token.partnerId)) return
  const detail =
    'This page uses /widgetLoader/next.js, which runs the next release with test keys only, and this is a live key. Pass a test key, or use the script tag of /widgetLoader or of a version.'
  throw new Problem('credential-invalid', { detail })
}
