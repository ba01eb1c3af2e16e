/** Finds the session of a request, by cookie or bearer. */
import { embedderHeader } from '#contract/api/first-paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Session } from '#service/store/sessions.ts'
import type { CallerIdentity } from '#service/access/caller-identity.ts'
import type { SharedAccessParts } from '#service/access/access-parts.ts'
import { anonymous } from '#service/access/credentials/request-credentials.ts'
import type { RequestCredentials } from '#service/access/credentials/request-credentials.ts'
import type { TestSessions } from './test-sessions.ts'
import { isCookieValue, isToken } from '#service/access/credentials/token-format.ts'
import type { SessionIdentity, EnvironmentCheck } from '#service/access/environments.ts'

export type SessionRecognition = {
  /**
   * The session that a request carries by cookie or bearer.
   *
   * @throws Problem if it is missing, or was opened on a page of another origin than the frame's current one
   */
  sessionOf(presented: RequestCredentials): Promise<SessionIdentity>
  /** The session of the cookie, if there is one. */
  cookieSession(
    presented: Pick<RequestCredentials, 'cookies' | 'instance'> & Partial<RequestCredentials>,
  ): Promise<SessionIdentity | undefined>
}

/** Number of cookies that are looked up if the request does not name its widget instance. */
const mostCookies = 3

/** The caller of a request with this session. */
export const sessionCaller = (
  { id, partnerId, keyId, user }: Session,
  { address }: Pick<RequestCredentials, 'address'>,
): CallerIdentity => ({ kind: 'session', account: partnerId, keyId, session: id, user, address })

type RecognitionParts = SharedAccessParts & {
  readonly environments: EnvironmentCheck
  readonly testSessions: TestSessions
}

export function createSessionRecognition(parts: RecognitionParts): SessionRecognition {
  const { staleIfError, hash, clock, checks, environments } = parts
  const byValue = async (value: string) => staleIfError.sessions.byCookie(await hash(value), clock())
  /** The session of the named widget instance's cookie; without a name, the only live session. */
  const alive = async (values: readonly string[], instance: string | null) => {
    const found = (await Promise.all(values.map(byValue))).filter((session) => session !== undefined)
    const [session, another] = found
    if (another || !session) return undefined
    return instance === null || session.instance === instance ? session : undefined
  }
  const cookieSession: SessionRecognition['cookieSession'] = async (presented) => {
    const { cookies, instance, embedder = null } = presented
    const from = { ...anonymous, ...presented }
    const own = instance === null ? [...cookies.values()] : [cookies.get(instance) ?? '']
    const shown = own.filter((value) => value !== '')
    if (shown.length === 0) return undefined
    const values = shown.filter(isCookieValue).slice(0, mostCookies)
    const credential = { at: 'widget', shown: shown[0]!, publicId: null } as const
    const session = await checks.checked({ ...credential, isWellFormed: values.length > 0 }, from, () =>
      alive(values, instance),
    )
    if (!session) return undefined
    assertSamePage(session, embedder)
    return environments.known(session)
  }
  return { cookieSession, sessionOf: createSessionOf(parts, cookieSession) }
}

function createSessionOf(
  { store, staleIfError, hash, clock, checks, environments, testSessions }: RecognitionParts,
  cookieSession: SessionRecognition['cookieSession'],
): SessionRecognition['sessionOf'] {
  const byToken = async (bearer: string) => {
    const hashed = await hash(bearer)
    const session = await staleIfError.sessions.byToken(hashed, clock())
    if (session) return session
    const token = await store.tokens.accessToken(hashed, clock())
    return token && !testSessions.isSpent(token) ? ('waiting' as const) : undefined
  }
  const bearerSession = async (bearer: string, presented: RequestCredentials): Promise<SessionIdentity> => {
    const isWellFormed = isToken('wt', bearer)
    const credential = { at: 'widget', shown: bearer, publicId: null, isWellFormed } as const
    const session = await checks.checked(credential, presented, () => byToken(bearer))
    if (session === 'waiting') {
      const detail = 'The token has no session yet: POST /setCookie first.'
      throw new Problem('credential-invalid', { detail }, { rejected: 'bearer' })
    }
    if (!session && !bearer.startsWith('wt_'))
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    if (!session) {
      const detail = 'The session has ended or the token has expired.'
      throw new Problem('session-ended', { detail }, { rejected: 'bearer' })
    }
    assertSamePage(session, presented.embedder)
    return environments.known(session)
  }
  return async (presented) => {
    if (presented.bearer !== null) return bearerSession(presented.bearer, presented)
    // Browsers attach cookies automatically: a cookie is accepted only from the widget's own pages.
    const { site, cookies } = presented
    if (site !== null && site !== 'same-origin' && site !== 'none') throw new Problem('origin-refused')
    if (cookies.size === 0) throw new Problem('credential-missing')
    const session = await cookieSession(presented)
    if (!session)
      throw new Problem('session-ended', { detail: 'The session has ended, or its cookie was not sent.' })
    return session
  }
}

/** Refuses a session on another page than the one that opened it: each request names the embedding page. */
function assertSamePage({ origin }: Session, embedder: string | null): void {
  if (embedder === null || embedder.slice(0, origin.length + 1) === origin) return
  throw new Problem('origin-refused', {
    detail: 'The session was opened on a page of another origin.',
    parameter: embedderHeader,
  })
}
