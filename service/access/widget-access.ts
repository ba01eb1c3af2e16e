/** Tokens and sessions of the widget: made, established and ended (spec 5.3, 5.4). */
import type { AccessToken as AccessTokenAnswer, PartnerSettings } from '#contract/access.ts'
import { instanceHeader } from '#contract/paths.ts'
import type { Config } from '#service/settings/config.ts'
import type { Log } from '#service/settings/log.ts'
import { Problem } from '#contract/problem.ts'
import type { Session } from '#service/store/sessions.ts'
import type { Store } from '#service/store/store.ts'
import { badBearer, bearerOf, missing } from '#service/http/challenges.ts'
import { sessionCookies } from '#service/http/cookies.ts'
import { randomText } from './hashing.ts'
import type { Hash } from './hashing.ts'
import type { KeyCheck } from './key-check.ts'
import { wellFormed } from './keys.ts'
import { originListed } from './origins.ts'
import { mergeSettings } from './settings.ts'

/** A request as access control sees it: headers, query and, where known, the caller's IP address. */
export type RequestContext = {
  readonly headers: Headers
  readonly url: URL
  readonly address: string | undefined
}

export type OpenedSession = {
  readonly session: Session
  /** Value of the cookie; known only now. */
  readonly cookie: string
  /** Seconds. */
  readonly expiresIn: number
  readonly settings: PartnerSettings
}

/** Tokens and sessions of the widget (spec 5.3, 5.4). */
export type WidgetAccess = {
  /** Spec 5.4.1. */
  makeAuthToken(apiKey: string, secretKey: string, userId: string | undefined): Promise<string>
  /** Spec 5.3.2 and 5.4.3. All failures look the same. */
  makeAccessToken(
    credential: { apiKey: string } | { authToken: string },
    userId: string,
  ): Promise<AccessTokenAnswer>
  /** Spec 5.3.3. `authorization` is the header's value. */
  openSession(
    authorization: string | null,
    origin: string,
    instance: string,
    ownOrigin: string,
  ): Promise<OpenedSession>
  /** The widget session a request carries by cookie or bearer. */
  sessionOf(asking: RequestContext): Promise<Session>
  /** The session whose cookie a feed upgrade carries, where it does. */
  cookieSession(headers: Headers, instance: string | null): Promise<Session | undefined>
  endSession(session: Session): Promise<void>
  makeTicket(session: Session): Promise<string>
  openTicket(ticket: string): Promise<Session | undefined>
  /** Which sessions have neither ended nor expired nor lost their key, whoever ended them. */
  liveSessions(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Calls back with the id of each session that ends in this process. */
  onSessionEnded(listener: (id: string) => void): () => void
}

export type AccessParts = {
  readonly store: Pick<Store, 'accounts' | 'keys' | 'tokens' | 'sessions'>
  readonly hash: Hash
  readonly clock: () => number
  readonly config: Config
  readonly log: Log
}

export function createWidgetAccess(
  { store, hash, clock, config, log }: AccessParts,
  { touch, verified }: KeyCheck,
): WidgetAccess {
  const listeners = new Set<(id: string) => void>()
  const { lifetimes } = config

  const ended = (id: string) => {
    for (const listener of listeners) listener(id)
  }

  const widget: WidgetAccess = {
    async makeAuthToken(apiKey, secretKey, userId) {
      const known = await verified(wellFormed('pk', apiKey) ? apiKey : undefined, 'widget', secretKey)
      if (!known) {
        log('warn', 'auth-refused', { apiKey: wellFormed('pk', apiKey) ? apiKey : 'malformed' })
        throw new Problem(
          'credential-invalid',
          { detail: 'The apikey or the secretKey is not valid.' },
          badBearer,
        )
      }
      const token = `at_${randomText()}`
      await store.tokens.addAuthToken({
        hash: await hash(token),
        keyId: known.id,
        partnerId: known.partnerId,
        user: userId === undefined ? null : await hash(`user ${userId}`),
        expiresAt: clock() + lifetimes.authToken * 1000,
      })
      log('info', 'auth-token-issued', { account: known.partnerId, apiKey: known.id })
      return token
    },

    async makeAccessToken(credential, userId) {
      const now = clock()
      const grant = async () => {
        if ('apiKey' in credential) {
          const key = wellFormed('pk', credential.apiKey)
            ? await store.keys.find(credential.apiKey)
            : undefined
          if (!key || key.kind !== 'widget' || key.revokedAt !== null) return undefined
          await touch(key)
          return { keyId: key.id, partnerId: key.partnerId, flow: 'apiKey' as const }
        }
        const hashed = await hash(credential.authToken)
        const token = await store.tokens.consumeAuthToken(hashed, await hash(`user ${userId}`), now)
        if (token) return { keyId: token.keyId, partnerId: token.partnerId, flow: 'authToken' as const }
        const replayed = await store.tokens.consumedAuthToken(hashed)
        if (replayed)
          log('warn', 'auth-token-replayed', { account: replayed.partnerId, apiKey: replayed.keyId })
        return undefined
      }
      const granted = await grant()
      if (!granted) {
        log('warn', 'token-refused', { flow: 'apiKey' in credential ? 'apiKey' : 'authToken' })
        throw new Problem(
          'credential-invalid',
          { detail: 'The credential is not valid, has expired or was used before.' },
          badBearer,
        )
      }
      const token = `wt_${randomText()}`
      await store.tokens.addAccessToken({
        hash: await hash(token),
        ...granted,
        user: await hash(`user ${userId}`),
        expiresAt: now + lifetimes.accessToken * 1000,
      })
      log('info', 'access-token-issued', {
        account: granted.partnerId,
        apiKey: granted.keyId,
        flow: granted.flow,
      })
      return { access_token: token, token_type: 'Bearer', expires_in: lifetimes.accessToken }
    },

    async openSession(authorization, origin, instance, ownOrigin) {
      const bearer = bearerOf(authorization)
      if (authorization === null)
        throw new Problem(
          'credential-missing',
          { detail: 'Send Authorization: Bearer with the access token.' },
          missing,
        )
      const now = clock()
      const token = bearer?.startsWith('wt_')
        ? await store.tokens.accessToken(await hash(bearer), now)
        : undefined
      if (!token) throw new Problem('credential-invalid', { parameter: 'Authorization' }, badBearer)
      if (token.flow === 'apiKey' && !originListed(origin, await store.accounts.domains(token.partnerId))) {
        log('warn', 'domain-refused', { account: token.partnerId, origin: origin.slice(0, 300) })
        throw new Problem('domain-not-whitelisted', {
          origin: origin.slice(0, 300),
          detail:
            'The embedding page is not on a whitelisted domain of this account. Submit its origin for whitelisting.',
        })
      }
      const partner = await store.accounts.find(token.partnerId)
      const cookie = randomText()
      const session: Session = {
        id: randomText(16),
        cookieHash: await hash(cookie),
        tokenHash: token.hash,
        keyId: token.keyId,
        partnerId: token.partnerId,
        origin: origin.slice(0, 300),
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
      return {
        session,
        cookie,
        expiresIn: Math.floor((session.expiresAt - now) / 1000),
        settings: mergeSettings(partner?.settings ?? {}, ownOrigin),
      }
    },

    async sessionOf({ headers, url }) {
      const authorization = headers.get('authorization')
      if (authorization !== null) {
        const bearer = bearerOf(authorization)
        const hashed = bearer?.startsWith('wt_') ? await hash(bearer) : undefined
        if (hashed === undefined)
          throw new Problem('credential-invalid', { parameter: 'Authorization' }, badBearer)
        const session = await store.sessions.byToken(hashed, clock())
        if (session) return session
        const waiting = await store.tokens.accessToken(hashed, clock())
        throw new Problem(
          waiting ? 'credential-invalid' : 'session-ended',
          {
            detail: waiting
              ? 'The token has no session yet: POST /setCookie first.'
              : 'The session has ended or the token has expired.',
          },
          badBearer,
        )
      }
      // A cookie travels by itself: it opens the door only for the widget's own pages.
      const site = headers.get('sec-fetch-site')
      if (site !== null && site !== 'same-origin' && site !== 'none') throw new Problem('origin-refused')
      const instance = headers.get(instanceHeader) ?? url.searchParams.get('instance')
      if (sessionCookies(headers.get('cookie')).size === 0)
        throw new Problem('credential-missing', {}, missing)
      const session = await widget.cookieSession(headers, instance)
      if (!session)
        throw new Problem(
          'session-ended',
          { detail: 'The session has ended, or its cookie was not sent.' },
          missing,
        )
      return session
    },

    async cookieSession(headers, instance) {
      const cookies = sessionCookies(headers.get('cookie'))
      const one = async (value: string | undefined) =>
        value ? store.sessions.byCookie(await hash(value), clock()) : undefined
      if (instance !== null) {
        const session = await one(cookies.get(instance))
        return session?.instance === instance ? session : undefined
      }
      const sessions = await Promise.all([...cookies.values()].slice(0, 20).map(one))
      const [session, another] = sessions.filter((found) => found !== undefined)
      return another ? undefined : session
    },

    async endSession(session) {
      if (!(await store.sessions.end(session.id, clock()))) return
      log('info', 'session-ended', { account: session.partnerId, session: session.id })
      ended(session.id)
    },

    async makeTicket(session) {
      const ticket = `ft_${randomText()}`
      const expiresAt = clock() + lifetimes.feedTicket * 1000
      await store.tokens.addTicket({ hash: await hash(ticket), sessionId: session.id, expiresAt })
      return ticket
    },
    async openTicket(ticket) {
      return store.tokens.consumeTicket(await hash(ticket), clock())
    },
    async liveSessions(ids) {
      return store.sessions.live(ids, clock())
    },
    onSessionEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return widget
}
