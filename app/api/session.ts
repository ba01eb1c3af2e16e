/**
 * The widget's session: credentials → access token → cookie, or bearer where the browser keeps no cookie. Everything
 * lives in memory. Spec 5.3 and 5.4.
 */
import { unknown } from 'valibot'
import type { FrameOptions } from '#contract/options.ts'
import { AccessTokenSchema, type PartnerSettings, SessionSchema } from '#contract/access.ts'
import { accessPaths, dataPaths, instanceHeader } from '#contract/paths.ts'
import { Problem } from '#contract/problem.ts'
import type { FeedAccess } from './feed.ts'
import type { Stop } from '#app/state/stop.ts'
import { type Client, type Credentials, problemOf } from './client.ts'

export type SessionAccess = {
  /** Whose session it is. */
  client: Client
  options: Pick<FrameOptions, 'apiKey' | 'authToken' | 'userId'>
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it. */
  origin: string
  /** Asks the page for a fresh one-time token; undefined = the page cannot. */
  needToken?: (() => Promise<string>) | undefined
  /** The session is over and there is no other to be had. */
  onEnded: (reason: Problem) => void
}

export type OpenSession = {
  settings: PartnerSettings
  /** What the feed needs to be let in. */
  feedAccess: () => FeedAccess
  /** Ends the session on the server; no request is sent after it. */
  end: Stop
}

/**
 * Opens a session and keeps it: after a 401 a new one is made once, by whoever notices first.
 * @throws Problem with the service's reason: `credential-invalid`, `domain-not-whitelisted`, `unavailable`…
 */
export async function openSession({
  client,
  options,
  instance,
  origin,
  needToken,
  onEnded,
}: SessionAccess): Promise<OpenSession> {
  let bearer: string | undefined
  let accessToken = ''
  let over = false
  let renewing: Promise<boolean> | undefined
  let settings!: PartnerSettings
  const setCredentials = (next: Omit<Credentials, 'instance'>) =>
    void (client.credentials = { instance, ...next })
  setCredentials({})

  async function establish(credential: { apiKey: string } | { authToken: string }) {
    const { access_token } = await client.send(accessPaths.token, AccessTokenSchema, {
      method: 'POST',
      body: { ...credential, userId: options.userId },
    })
    // Whoever ends the session from here on needs nothing else.
    bearer = accessToken = access_token
    ;({ settings } = await client.send(accessPaths.setCookie, SessionSchema, {
      method: 'POST',
      bearer: access_token,
      body: { origin, instance },
    }))
    // One request without the token tells whether the browser kept the cookie. A failure for any other reason
    // leaves the question open, and the token always works.
    const hasCookie = await client.send(dataPaths.tone, unknown()).then(
      () => true,
      (error: unknown) => problemOf(error).code !== 'unavailable' && problemOf(error).status !== 401,
    )
    bearer = hasCookie ? undefined : access_token
    if (over) endOnServer()
    else setCredentials({ bearer, renew })
  }

  function renew(): Promise<boolean> {
    if (over) return Promise.resolve(false)
    renewing ??= again().finally(() => (renewing = undefined))
    return renewing
  }

  async function again(): Promise<boolean> {
    // Whoever is refused meanwhile waits for the same renewal.
    setCredentials({ renew })
    const reason = await tryAgain()
    if (!reason) return !over
    // Whatever is no verdict may pass: the session may well be there with the next request.
    if (reason.status > 403) setCredentials({ bearer, renew })
    else if (!over) {
      over = true
      removeEventListener('pagehide', leave)
      onEnded(reason)
    }
    return false
  }

  const tryAgain = (): Promise<Problem | undefined> =>
    import('./session-renewal.ts').then(
      ({ renewSession }) => renewSession({ apiKey, needToken, establish, isOver: () => over }),
      () => new Problem('unavailable'),
    )

  function endOnServer(): void {
    void fetch(accessPaths.endSession, {
      method: 'DELETE',
      // Outlives the frame.
      keepalive: true,
      credentials: 'same-origin',
      headers: { [instanceHeader]: instance, ...(bearer && { Authorization: `Bearer ${accessToken}` }) },
    }).catch(() => undefined)
  }

  function end(): void {
    if (over) return
    over = true
    removeEventListener('pagehide', leave)
    setCredentials({ renew: () => Promise.resolve(false) })
    if (accessToken) endOnServer()
  }

  const leave = (event: PageTransitionEvent) => void (event.persisted || end())

  const { apiKey, authToken } = options
  // The frame may be taken away before the session is known here.
  addEventListener('pagehide', leave)
  try {
    await establish(apiKey ? { apiKey } : { authToken: authToken ?? '' }).catch(async (error: unknown) => {
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
  return { settings, feedAccess, end }
}
