/**
 * The widget's session. The credentials are exchanged for an access token, and the token for a cookie. If
 * the browser keeps no cookie, requests send the token. Credentials and token are kept in memory only
 * (spec 5.3, 5.4).
 */
import { AccessTokenSchema, type PartnerSettings, SessionSchema } from '#contract/api/access.ts'
import type { Credential, Credentials } from '#contract/bridge/credentials.ts'
import { accessPaths } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Stop } from '#app/state/stop.ts'
import { type Client, type Credentials as RequestCredentials, problemOf, parseResponse } from './client.ts'
import type { FeedAccess } from './feed/feed.ts'
import { type EndSession, requestSession, type SessionResponses } from './session-requests.ts'

export type SessionAccess = {
  /** The client that receives the session's credentials. */
  client: Client
  credentials: Credentials
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it. */
  origin: string
  /** Responses to the requests of the bootstrap script. Without them, `openSession` sends the requests. */
  sentRequests?: Promise<SessionResponses> | undefined
  /** Requests a fresh one-time token from the page; undefined if the page cannot supply one. */
  requestToken?: (() => Promise<string>) | undefined
  /** Called when the session has ended and cannot be renewed. */
  onEnded: (reason: Problem) => void
}

export type OpenSession = {
  settings: PartnerSettings
  /** The symbol of the strongest idea; null if there are no ideas. */
  firstSymbol: string | null
  /** Returns the current credentials for the feed. */
  feedAccess: () => FeedAccess
  /** Resolves once it is known whether the browser keeps the cookie. */
  cookieChecked: Promise<void>
  /** Ends the session on the server. The session is not renewed afterwards. */
  end: Stop
}

/**
 * Opens a session. After a 401, concurrent requests share one renewal (single-flight).
 *
 * @throws Problem, for example `credential-invalid`, `domain-not-whitelisted` or `unavailable`
 */
export async function openSession({
  client,
  credentials: { credential, userId },
  instance,
  origin,
  sentRequests,
  requestToken,
  onEnded,
}: SessionAccess): Promise<OpenSession> {
  /** Ends the session of the current token. */
  let endSession: EndSession | undefined
  let bearer: string | undefined
  /** Whether the cookie check has shown that the browser keeps no cookie. Never reset. */
  let cookieless = false
  let isOver = false
  let renewing: Promise<boolean> | undefined
  let opened!: Pick<OpenSession, 'settings' | 'firstSymbol'>
  const { promise: cookieChecked, resolve: resolveCookieChecked } = Promise.withResolvers<void>()
  const setCredentials = (change: Omit<RequestCredentials, 'instance' | 'origin'>) =>
    void (client.credentials = { instance, origin, ...change })
  const applyToken = () =>
    setCredentials({ bearer, renew, onCookieChecked: bearer && !cookieless ? onCookieChecked : undefined })
  setCredentials({})

  function onCookieChecked(isKept: boolean): void {
    cookieless = !isKept
    if (isKept && !isOver) {
      bearer = undefined
      applyToken()
    }
    resolveCookieChecked()
  }

  async function establish(credential: Credential, pendingResponses?: Promise<SessionResponses>) {
    const { token, session, end } = await (pendingResponses ??
      requestSession({ credential, userId, instance, origin }))
    endSession?.(true)
    endSession = end
    bearer = parseResponse(accessPaths.token, token, AccessTokenSchema).access_token
    opened = parseResponse(accessPaths.setCookie, session ?? token, SessionSchema)
    if (isOver) endSession?.()
    else applyToken()
  }

  function renew(): Promise<boolean> {
    if (isOver) return Promise.resolve(false)
    renewing ??= renewOnce().finally(() => (renewing = undefined))
    return renewing
  }

  async function renewOnce(): Promise<boolean> {
    // The refused token is no longer sent. Requests that are refused meanwhile wait for the same renewal.
    setCredentials({ renew })
    const reason = await loadAndRenew()
    if (!reason) return !isOver
    // A failure other than 401 and 403 may be transient: the session stays, and the next 401 renews it again.
    if (reason.status > 403) applyToken()
    else if (!isOver) {
      isOver = true
      endSession?.(true)
      onEnded(reason)
    }
    return false
  }

  const apiKey = 'apiKey' in credential ? credential.apiKey : undefined
  const loadAndRenew = (): Promise<Problem | undefined> =>
    import('./session-renewal.ts').then(
      (renewal) => renewal.renewSession({ apiKey, requestToken, establish, isOver: () => isOver }),
      () => new Problem('unavailable'),
    )

  function end(): void {
    if (isOver) return
    isOver = true
    setCredentials({ renew: () => Promise.resolve(false) })
    endSession?.()
  }

  try {
    await establish(credential, sentRequests).catch(async (error: unknown) => {
      // After a reload of the frame the page's token has already been used.
      if (apiKey || !requestToken || problemOf(error).status !== 401) throw error
      const reason = await loadAndRenew()
      if (reason) throw reason
    })
  } catch (error) {
    endSession?.(true)
    throw error
  }

  const feedAccess = () => ({ instance, needsTicket: !!bearer, renew, isSessionOver: isOver })
  return { ...opened, feedAccess, cookieChecked, end }
}
