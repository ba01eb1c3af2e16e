/**
 * The widget's session: credentials → access token → cookie, or bearer where the browser keeps no cookie. Everything
 * lives in memory. Spec 5.3 and 5.4.
 */
import { AccessTokenSchema, type PartnerSettings, SessionSchema } from '#contract/api/access.ts'
import type { Credential, Credentials } from '#contract/bridge/credentials.ts'
import { accessPaths } from '#contract/api/paths.ts'
import { Problem } from '#contract/api/problem.ts'
import type { Stop } from '#app/state/stop.ts'
import { type Client, type Credentials as Presented, problemOf, readAnswer } from './client.ts'
import type { FeedAccess } from './feed.ts'
import { askForSession, endSession, type SessionAnswers } from './session-requests.ts'

/** A session that the bootstrap script has started to open: its responses, and the token once known. */
export type StartedSession = { answers: Promise<SessionAnswers>; accessToken: () => string }

export type SessionAccess = {
  /** Whose session it is. */
  client: Client
  credentials: Credentials
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it. */
  origin: string
  /** Begun before the app was there; it is opened here where it is left out. */
  begun?: StartedSession | undefined
  /** Asks the page for a fresh one-time token; undefined = the page cannot. */
  needToken?: (() => Promise<string>) | undefined
  /** The session is over and there is no other to be had. */
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
  begun,
  needToken,
  onEnded,
}: SessionAccess): Promise<OpenSession> {
  let accessToken = ''
  let bearer: string | undefined
  /** The browser keeps no cookie: once known, this stays true. */
  let cookieless = false
  let over = false
  let renewing: Promise<boolean> | undefined
  let opened!: Pick<OpenSession, 'settings' | 'firstSymbol'>
  const { promise: cookieKnown, resolve: knowCookie } = Promise.withResolvers<void>()
  const present = (next: Omit<Presented, 'instance' | 'origin'>) =>
    void (client.credentials = { instance, origin, ...next })
  const presentToken = () =>
    present({ bearer, renew, onCookieKnown: bearer && !cookieless ? onCookieKnown : undefined })
  present({})

  function onCookieKnown(kept: boolean): void {
    cookieless = !kept
    if (kept && !over) {
      bearer = undefined
      presentToken()
    }
    knowCookie()
  }

  async function establish(credential: Credential, begun?: Promise<SessionAnswers>) {
    const { token, session } = await (begun ??
      askForSession({ credential, userId, instance, origin }, (given) => (accessToken = given)))
    bearer = accessToken = readAnswer(accessPaths.token, token, AccessTokenSchema).access_token
    opened = readAnswer(accessPaths.setCookie, session ?? token, SessionSchema)
    if (over) endSession(instance, accessToken)
    else presentToken()
  }

  function renew(): Promise<boolean> {
    if (over) return Promise.resolve(false)
    renewing ??= again().finally(() => (renewing = undefined))
    return renewing
  }

  async function again(): Promise<boolean> {
    // Requests refused meanwhile wait for the same renewal.
    present({ renew })
    const reason = await tryAgain()
    if (!reason) return !over
    // Other failures may be transient: the next request may find the session intact.
    if (reason.status > 403) presentToken()
    else if (!over) {
      over = true
      removeEventListener('pagehide', leave)
      onEnded(reason)
    }
    return false
  }

  const apiKey = 'apiKey' in credential ? credential.apiKey : undefined
  const tryAgain = (): Promise<Problem | undefined> =>
    import('./session-renewal.ts').then(
      ({ renewSession }) => renewSession({ apiKey, needToken, establish, isOver: () => over }),
      () => new Problem('unavailable'),
    )

  function end(): void {
    if (over) return
    over = true
    removeEventListener('pagehide', leave)
    present({ renew: () => Promise.resolve(false) })
    accessToken ||= begun?.accessToken() ?? ''
    if (accessToken) endSession(instance, accessToken)
  }

  const leave = (event: PageTransitionEvent) => void (event.persisted || end())

  // The frame may be taken away before the session is known here.
  addEventListener('pagehide', leave)
  try {
    await establish(credential, begun?.answers).catch(async (error: unknown) => {
      // A frame that was reloaded comes back with the token it has already used.
      if (apiKey || !needToken || problemOf(error).status !== 401) throw error
      const reason = await tryAgain()
      if (reason) throw reason
    })
  } catch (error) {
    removeEventListener('pagehide', leave)
    throw error
  }

  const feedAccess = () => ({ instance, needsTicket: !!bearer, renew, over })
  return { ...opened, feedAccess, cookieKnown, end }
}
