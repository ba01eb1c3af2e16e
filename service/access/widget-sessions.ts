/** The widget's sessions: opened, recognised and ended (spec 5.3.3, 5.4). */
import type { PartnerSettings } from '#contract/access.ts'
import { Problem } from '#contract/problem.ts'
import type { Session } from '#service/store/sessions.ts'
import { randomText } from './hashing.ts'
import { originListed } from './origins.ts'
import type { AccessParts } from './parts.ts'
import type { Presented } from './presented.ts'
import { mergeSettings } from './settings.ts'

export type OpenedSession = {
  readonly session: Session
  /** Value of the cookie; known only now. */
  readonly cookie: string
  /** Seconds. */
  readonly expiresIn: number
  readonly settings: PartnerSettings
}

export type WidgetSessions = {
  /** Spec 5.3.3. `bearer` as in Presented; `origin` is the embedding page's, `ownOrigin` the widget's own. */
  openSession(
    bearer: string | null,
    origin: string,
    instance: string,
    ownOrigin: string,
  ): Promise<OpenedSession>
  /** The session that a request carries by cookie or bearer. */
  sessionOf(presented: Presented): Promise<Session>
  /** The session whose cookie is presented, where one is. */
  cookieSession(presented: Pick<Presented, 'cookies' | 'instance'>): Promise<Session | undefined>
  endSession(session: Session): Promise<void>
  /** Which sessions have neither ended nor expired nor lost their key, whoever ended them. */
  liveSessions(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Calls back with the id of each session that ends in this process. */
  onSessionEnded(listener: (id: string) => void): () => void
}

type Recognition = Pick<WidgetSessions, 'sessionOf' | 'cookieSession'>

export function createWidgetSessions(parts: AccessParts): WidgetSessions {
  const { store, clock, log } = parts
  const listeners = new Set<(id: string) => void>()
  const ended = (id: string) => {
    for (const listener of listeners) listener(id)
  }
  return {
    ...createRecognition(parts),
    openSession: createOpening(parts, ended),
    async endSession(session) {
      if (!(await store.sessions.end(session.id, clock()))) return
      log('info', 'session-ended', { account: session.partnerId, session: session.id })
      ended(session.id)
    },
    async liveSessions(ids) {
      return store.sessions.live(ids, clock())
    },
    onSessionEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function createOpening(
  { store, hash, clock, log }: AccessParts,
  ended: (id: string) => void,
): WidgetSessions['openSession'] {
  return async (bearer, given, instance, ownOrigin) => {
    if (bearer === null)
      throw new Problem('credential-missing', {
        detail: 'Send Authorization: Bearer with the access token.',
      })
    const now = clock()
    const origin = given.slice(0, 300)
    const token = bearer.startsWith('wt_')
      ? await store.tokens.accessToken(await hash(bearer), now)
      : undefined
    if (!token)
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    if (token.flow === 'apiKey' && !originListed(given, await store.accounts.domains(token.partnerId))) {
      log('warn', 'domain-refused', { account: token.partnerId, origin })
      const detail =
        'The embedding page is not on a whitelisted domain of this account. Submit its origin for whitelisting.'
      throw new Problem('domain-not-whitelisted', { origin, detail })
    }
    const partner = await store.accounts.find(token.partnerId)
    const cookie = randomText()
    const session: Session = {
      id: randomText(16),
      cookieHash: await hash(cookie),
      tokenHash: token.hash,
      keyId: token.keyId,
      partnerId: token.partnerId,
      origin,
      instance,
      expiresAt: token.expiresAt,
    }
    const before = await store.sessions.open(session, now)
    if (before !== undefined) ended(before)
    log('info', 'session-opened', {
      account: session.partnerId,
      session: session.id,
      origin: session.origin,
      flow: token.flow,
    })
    const expiresIn = Math.floor((session.expiresAt - now) / 1000)
    return { session, cookie, expiresIn, settings: mergeSettings(partner?.settings ?? {}, ownOrigin) }
  }
}

function createRecognition({ store, hash, clock }: AccessParts): Recognition {
  const cookieSession: WidgetSessions['cookieSession'] = async ({ cookies, instance }) => {
    const one = async (value: string | undefined) =>
      value ? store.sessions.byCookie(await hash(value), clock()) : undefined
    if (instance !== null) {
      const session = await one(cookies.get(instance))
      return session?.instance === instance ? session : undefined
    }
    const sessions = await Promise.all([...cookies.values()].slice(0, 20).map(one))
    const [session, another] = sessions.filter((found) => found !== undefined)
    return another ? undefined : session
  }
  const bearerSession = async (bearer: string): Promise<Session> => {
    const hashed = bearer.startsWith('wt_') ? await hash(bearer) : undefined
    if (hashed === undefined)
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    const session = await store.sessions.byToken(hashed, clock())
    if (session) return session
    const waiting = await store.tokens.accessToken(hashed, clock())
    const detail = waiting
      ? 'The token has no session yet: POST /setCookie first.'
      : 'The session has ended or the token has expired.'
    throw new Problem(waiting ? 'credential-invalid' : 'session-ended', { detail }, { rejected: 'bearer' })
  }
  return {
    cookieSession,
    async sessionOf(presented) {
      if (presented.bearer !== null) return bearerSession(presented.bearer)
      // A cookie travels by itself: it opens the door only for the widget's own pages.
      const { site, cookies } = presented
      if (site !== null && site !== 'same-origin' && site !== 'none') throw new Problem('origin-refused')
      if (cookies.size === 0) throw new Problem('credential-missing')
      const session = await cookieSession(presented)
      if (!session)
        throw new Problem('session-ended', { detail: 'The session has ended, or its cookie was not sent.' })
      return session
    },
  }
}
