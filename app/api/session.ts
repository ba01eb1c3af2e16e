/**
 * The widget's session: credentials → access token → cookie, or bearer token if the browser keeps no cookie.
 * Everything is kept in memory only. Spec 5.3 and 5.4.
 */
import { AccessTokenSchema, type PartnerSettings, SessionSchema } from '#contract/api/access.ts'
import type { Credential, Credentials } from '#contract/bridge/credentials.ts'
import { accessPaths } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Stop } from '#app/state/stop.ts'
import { type Client, type Credentials as RequestCredentials, problemOf, parseResponse } from './client.ts'
import type { FeedAccess } from './feed.ts'
import { requestSession, endSession, type SessionResponses } from './session-requests.ts'

/** A session that the bootstrap script has started to open: its responses, and the token once issued. */
export type StartedSession = { responses: Promise<SessionResponses>; accessToken: () => string }

export type SessionAccess = {
  /** The client that receives the session's credentials. */
  client: Client
  credentials: Credentials
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it. */
  origin: string
  /** A session that was started before the app was loaded; by default a new one is opened. */
  startedSession?: StartedSession | undefined
  /** Requests a fresh one-time token from the page; undefined if the page cannot supply one. */
  requestToken?: (() => Promise<string>) | undefined
  /** Called when the session has ended and cannot be renewed. */
  onEnded: (reason: Problem) => void
}

export type OpenSession = {
  settings: PartnerSettings
  /** The strongest idea's symbol; null without one. */
  firstSymbol: string | null
  /** Credentials for the feed. */
  feedAccess: () => FeedAccess
  /** Resolves once it is known whether the browser keeps the cookie. */
  cookieKnown: Promise<void>
  /** Ends the session on the server; no request is sent after it. */
  end: Stop
}

/**
 * Opens a session and maintains it: after a 401 it is renewed once for all callers.
 *
 * @throws Problem with the service's reason: `credential-invalid`, `domain-not-whitelisted`, `unavailable`…
 */
export async function openSession({
  client,
  credentials: { credential, userId },
  instance,
  origin,
  startedSession,
  requestToken,
  onEnded,
}: SessionAccess): Promise<OpenSession> {
  let accessToken = ''
  let bearer: string | undefined
  /** The browser keeps no cookie: once known, this stays true. */
  let cookieless = false
  let isOver = false
  let renewing: Promise<boolean> | undefined
  let opened!: Pick<OpenSession, 'settings' | 'firstSymbol'>
  const { promise: cookieKnown, resolve: knowCookie } = Promise.withResolvers<void>()
  const setCredentials = (change: Omit<RequestCredentials, 'instance' | 'origin'>) =>
    void (client.credentials = { instance, origin, ...change })
  const applyToken = () =>
    setCredentials({ bearer, renew, onCookieKnown: bearer && !cookieless ? onCookieKnown : undefined })
  setCredentials({})

  function onCookieKnown(isKept: boolean): void {
    cookieless = !isKept
    if (isKept && !isOver) {
      bearer = undefined
      applyToken()
    }
    knowCookie()
  }

  async function establish(credential: Credential, pendingResponses?: Promise<SessionResponses>) {
    const { token, session } = await (pendingResponses ??
      requestSession({ credential, userId, instance, origin }, (issued) => (accessToken = issued)))
    bearer = accessToken = parseResponse(accessPaths.token, token, AccessTokenSchema).access_token
    opened = parseResponse(accessPaths.setCookie, session ?? token, SessionSchema)
    if (isOver) endSession(instance, accessToken)
    else applyToken()
  }

  function renew(): Promise<boolean> {
    if (isOver) return Promise.resolve(false)
    renewing ??= renewOnce().finally(() => (renewing = undefined))
    return renewing
  }

  async function renewOnce(): Promise<boolean> {
    // Requests refused meanwhile wait for the same renewal.
    setCredentials({ renew })
    const reason = await loadAndRenew()
    if (!reason) return !isOver
    // Other failures may be transient: the next request may find the session intact.
    if (reason.status > 403) applyToken()
    else if (!isOver) {
      isOver = true
      removeEventListener('pagehide', onPageHide)
      onEnded(reason)
    }
    return false
  }

  const apiKey = 'apiKey' in credential ? credential.apiKey : undefined
  const loadAndRenew = (): Promise<Problem | undefined> =>
    import('./session-renewal.ts').then(
      ({ renewSession }) => renewSession({ apiKey, requestToken, establish, isOver: () => isOver }),
      () => new Problem('unavailable'),
    )

  function end(): void {
    if (isOver) return
    isOver = true
    removeEventListener('pagehide', onPageHide)
    setCredentials({ renew: () => Promise.resolve(false) })
    accessToken ||= startedSession?.accessToken() ?? ''
    if (accessToken) endSession(instance, accessToken)
  }

  const onPageHide = (event: PageTransitionEvent) => void (event.persisted || end())

  // The page may remove the frame while the session is being opened.
  addEventListener('pagehide', onPageHide)
  try {
    await establish(credential, startedSession?.responses).catch(async (error: unknown) => {
      // After a reload of the frame the page's token has already been used.
      if (apiKey || !requestToken || problemOf(error).status !== 401) throw error
      const reason = await loadAndRenew()
      if (reason) throw reason
    })
  } catch (error) {
    removeEventListener('pagehide', onPageHide)
    throw error
  }

  const feedAccess = () => ({ instance, needsTicket: !!bearer, renew, over: isOver })
  return { ...opened, feedAccess, cookieKnown, end }
}
