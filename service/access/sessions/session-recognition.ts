/** Finds the session of a request, by cookie or bearer. */
import { embedderHeader } from '#contract/api/first-paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Session } from '#service/store/sessions.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'
import type { SessionWaits } from './session-waits.ts'
import type { TestSessions } from './test-sessions.ts'
import { isCookieValue, isToken } from '#service/access/credentials/token-format.ts'
import type { SessionIdentity, EnvironmentCheck } from '#service/access/environments.ts'

export type SessionRecognition = {
  /**
   * The session of a request, by its cookie or bearer.
   *
   * @throws Problem if the request has no session, or if it was opened on a page of another origin
   */
  sessionOf(request: RequestCredentials): Promise<SessionIdentity>
  /**
   * Synchronous variant of `sessionOf` for a cookie that was verified recently; undefined if the
   * store must be queried, hashing is asynchronous here, or the request has to be checked further.
   *
   * @throws Problem if the session was opened on a page of another origin
   */
  sessionFromCache(request: RequestCredentials): SessionIdentity | undefined
  /** The session of the cookie; undefined without a live session. */
  cookieSession(
    request: Pick<RequestCredentials, 'cookies' | 'instance'> & Partial<RequestCredentials>,
  ): Promise<SessionIdentity | undefined>
}

/**
 * Maximum number of cookies that are looked up if the request does not name its widget instance.
 */
const maxCookies = 3

/** The caller identity of a session. */
export const sessionCaller = (
  { id, partnerId, keyId, user, flow }: Session,
  { address }: Pick<RequestCredentials, 'address'>,
): CallerIdentity => ({ kind: 'session', account: partnerId, keyId, session: id, user, flow, address })

type RecognitionParts = SharedAccessParts & {
  readonly environments: EnvironmentCheck
  readonly testSessions: TestSessions
  readonly waits: SessionWaits
}

export function createSessionRecognition(parts: RecognitionParts): SessionRecognition {
  const { staleIfError, hash, clock, checks, environments } = parts
  const sessionByCookie = async (value: string) => staleIfError.sessions.byCookie(await hash(value), clock())
  /**
   * The live session of these cookies; undefined if there is more than one, or if it is of another
   * widget instance.
   */
  const liveSession = async (values: readonly string[], instance: string | null) => {
    const sessions = (await Promise.all(values.map(sessionByCookie))).filter(
      (session) => session !== undefined,
    )
    const [session, otherSession] = sessions
    if (otherSession || !session) return undefined
    return instance === null || session.instance === instance ? session : undefined
  }
  const cookieSession: SessionRecognition['cookieSession'] = async (request) => {
    const { cookies, instance, embedder = null } = request
    const sender = { ...anonymous, ...request }
    const candidates = instance === null ? [...cookies.values()] : [cookies.get(instance) ?? '']
    const presentCookies = candidates.filter((value) => value !== '')
    if (presentCookies.length === 0) return undefined
    const values = presentCookies.filter(isCookieValue).slice(0, maxCookies)
    const credential = { endpoint: 'widget', value: presentCookies[0]!, publicId: null } as const
    const session = await checks.check({ ...credential, isWellFormed: values.length > 0 }, sender, () =>
      liveSession(values, instance),
    )
    if (!session) return undefined
    assertSamePage(session, embedder)
    return environments.withEnvironment(session)
  }
  return {
    cookieSession,
    sessionOf: createSessionOf(parts, cookieSession),
    sessionFromCache: createSessionFromCache(parts),
  }
}

function createSessionFromCache({
  cachedSession,
  hash,
  clock,
  checks,
  environments,
}: RecognitionParts): SessionRecognition['sessionFromCache'] {
  return ({ bearer, site, cookies, instance, embedder }) => {
    if (bearer !== null || instance === null || !isOfWidgetPage(site)) return undefined
    const value = cookies.get(instance)
    if (value === undefined || !checks.wasVerified(value)) return undefined
    const cookieHash = hash(value)
    const session = typeof cookieHash === 'string' ? cachedSession(cookieHash) : undefined
    if (session?.instance !== instance || session.expiresAt <= clock()) return undefined
    if (environments.readsTestMarket(session)) return undefined
    const environment = environments.ofHolder(session)
    if (typeof environment !== 'string') return undefined
    assertSamePage(session, embedder)
    return { ...session, environment }
  }
}

/** Browsers attach cookies automatically: a cookie is accepted only from the widget's own pages. */
const isOfWidgetPage = (site: RequestCredentials['site']): boolean =>
  site === null || site === 'same-origin' || site === 'none'

function createSessionOf(
  { store, staleIfError, hash, clock, checks, environments, testSessions, waits }: RecognitionParts,
  cookieSession: SessionRecognition['cookieSession'],
): SessionRecognition['sessionOf'] {
  const byToken = async (bearer: string) => {
    const tokenHash = await hash(bearer)
    const findSession = () => staleIfError.sessions.byToken(tokenHash, clock())
    const session = await findSession()
    if (session) return session
    const token = await store.tokens.accessToken(tokenHash, clock())
    if (!token || testSessions.isSpent(token)) return undefined
    return (await waits.untilOpen(tokenHash, findSession)) ?? ('not open' as const)
  }
  const bearerSession = async (bearer: string, request: RequestCredentials): Promise<SessionIdentity> => {
    const isWellFormed = isToken('wt', bearer)
    const credential = { endpoint: 'widget', value: bearer, publicId: null, isWellFormed } as const
    const session = await checks.check(credential, request, () => byToken(bearer))
    if (session === 'not open') {
      const detail = 'The token has no session yet: POST /setCookie first.'
      throw new Problem('credential-invalid', { detail }, { rejected: 'bearer' })
    }
    if (!session && !bearer.startsWith('wt_'))
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    if (!session) {
      const detail = 'The session has ended or the token has expired.'
      throw new Problem('session-ended', { detail }, { rejected: 'bearer' })
    }
    assertSamePage(session, request.embedder)
    return environments.withEnvironment(session)
  }
  return async (request) => {
    if (request.bearer !== null) return bearerSession(request.bearer, request)
    if (!isOfWidgetPage(request.site)) throw new Problem('origin-refused')
    if (request.cookies.size === 0) throw new Problem('credential-missing')
    const session = await cookieSession(request)
    if (!session)
      throw new Problem('session-ended', { detail: 'The session has ended, or its cookie was not sent.' })
    return session
  }
}

/**
 * @throws Problem if the embedding page, which each request names, has another origin than the one
 * of the session
 */
function assertSamePage({ origin }: Session, embedder: string | null): void {
  if (embedder === null || embedder.slice(0, origin.length + 1) === origin) return
  throw new Problem('origin-refused', {
    detail: 'The session was opened on a page of another origin.',
    parameter: embedderHeader,
  })
}
