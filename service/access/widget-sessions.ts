/** The widget's sessions: opened, recognised and ended (spec 5.3.3, 5.4). */
import type { PartnerSettings } from '#contract/access.ts'
import { Problem } from '#contract/problem.ts'
import type { Session } from '#service/store/sessions.ts'
import type { AccessToken } from '#service/store/tokens.ts'
import { randomText } from './hashing.ts'
import { isLoopback, originListed } from './origins.ts'
import type { AccessParts } from './parts.ts'
import type { Presented } from './presented.ts'
import { mergeSettings } from './settings.ts'
import { createTestSessions } from './test-sessions.ts'
import type { TestSessions } from './test-sessions.ts'
import { readsTestMarket } from './worlds.ts'
import type { KnownSession, WorldCheck } from './worlds.ts'

export type OpenedSession = {
  readonly session: KnownSession
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
  sessionOf(presented: Presented): Promise<KnownSession>
  /** The session whose cookie is presented, where one is. */
  cookieSession(presented: Pick<Presented, 'cookies' | 'instance'>): Promise<KnownSession | undefined>
  endSession(session: Session): Promise<void>
  /** Which sessions have neither ended nor expired nor lost their key, whoever ended them. */
  liveSessions(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Calls back with the id of each session that ends in this process. */
  onSessionEnded(listener: (id: string) => void): () => void
}

type Recognition = Pick<WidgetSessions, 'sessionOf' | 'cookieSession'>

type SessionParts = AccessParts & { readonly worlds: WorldCheck; readonly testSessions: TestSessions }

export function createWidgetSessions(access: AccessParts, worlds: WorldCheck): WidgetSessions {
  const parts = { ...access, worlds, testSessions: createTestSessions() }
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
  { store, hash, clock, log, worlds, testSessions }: SessionParts,
  ended: (id: string) => void,
): WidgetSessions['openSession'] {
  const isListed = async (token: AccessToken, origin: string) =>
    token.flow === 'authToken' ||
    (readsTestMarket(token) && isLoopback(origin)) ||
    originListed(origin, await store.accounts.domains(token.partnerId))
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
    const world = await worlds.ofUser(token, token.user)
    if (world === 'test-domain' || !(await isListed(token, given))) {
      log('warn', 'domain-refused', { account: token.partnerId, origin })
      const detail = `The origin of the embedding page, ${origin}, is not on the list of this account. Submit exactly this for whitelisting.`
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
      expiresAt: testSessions.expiryOf({ world, token, instance, now }),
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
    return {
      session: { ...session, world },
      cookie,
      expiresIn,
      settings: mergeSettings(partner?.settings ?? {}, ownOrigin),
    }
  }
}

function createRecognition({ store, hash, clock, worlds, testSessions }: SessionParts): Recognition {
  const cookieSession: WidgetSessions['cookieSession'] = async ({ cookies, instance }) => {
    const one = async (value: string | undefined) => {
      const session = value ? await store.sessions.byCookie(await hash(value), clock()) : undefined
      return session && worlds.known(session)
    }
    if (instance !== null) {
      const session = await one(cookies.get(instance))
      return session?.instance === instance ? session : undefined
    }
    const sessions = await Promise.all([...cookies.values()].slice(0, 20).map(one))
    const [session, another] = sessions.filter((found) => found !== undefined)
    return another ? undefined : session
  }
  const bearerSession = async (bearer: string): Promise<KnownSession> => {
    const hashed = bearer.startsWith('wt_') ? await hash(bearer) : undefined
    if (hashed === undefined)
      throw new Problem('credential-invalid', { parameter: 'Authorization' }, { rejected: 'bearer' })
    const session = await store.sessions.byToken(hashed, clock())
    if (session) return worlds.known(session)
    const token = await store.tokens.accessToken(hashed, clock())
    const waiting = token && !testSessions.isSpent(token)
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
