/** The requests that open and end a widget's session (spec 5.3, 5.4). Responses are not parsed here. */
import type { Credentials } from '#contract/bridge/credentials.ts'
import { endSessionPath, sessionPath, tokenPath } from '#contract/api/first-paths.ts'
import { type RequestResult, isOk, request, requestInit } from './request.ts'

/** The user, the widget and the page of a session. */
export type SessionParameters = Credentials & {
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it. */
  origin: string
  /** Address of the first data request, whose response comes with the session if the service has it in time. */
  firstRequest?: string | undefined
}

/** Ends a session. `isRefused`: the service has ended it, so no request is sent, now or later. */
export type EndSession = (isRefused?: boolean) => void

/** Responses to `POST /Token` and, if that returned a token, to `POST /setCookie`, with the end of that session. */
export type SessionResponses = { token: RequestResult; session?: RequestResult; end?: EndSession }

/**
 * Opens a session: exchanges the credentials for an access token, and the token for a session. Never
 * throws.
 *
 * @param onToken receives the access token once it is issued. A session may exist from then on. If the frame is
 *   removed, it ends.
 */
export async function requestSession(
  { credential, userId, instance, origin, firstRequest }: SessionParameters,
  onToken?: (accessToken: string) => void,
): Promise<SessionResponses> {
  const method = 'POST'
  const token = await request(tokenPath, { method, instance, body: { ...credential, userId } })
  const { access_token: bearer } = Object(token.body) as { access_token?: unknown }
  if (!isOk(token) || typeof bearer !== 'string') return { token }
  const end = createSessionEnd(instance, bearer)
  onToken?.(bearer)
  const body = { origin, instance, firstRequest }
  return { token, session: await request(sessionPath, { method, instance, bearer, body }), end }
}

/**
 * Sees to the end of the session of a token, by a request that outlives the frame: on `pagehide`, or by the browser
 * when it has removed the frame. Chromium does not wait for `pagehide` in a removed frame whose thread is busy for more
 * than 500 ms. Other browsers have no `fetchLater`.
 */
function createSessionEnd(instance: string, bearer: string): EndSession {
  const options = { method: 'DELETE', instance, bearer }
  const pending = new AbortController()
  const { signal } = pending
  const end: EndSession = (isRefused) => {
    pending.abort()
    if (!isRefused) void request(endSessionPath, options)
  }
  addEventListener('pagehide', ({ persisted }) => persisted || end(), { signal })
  try {
    fetchLater(endSessionPath, requestInit(options, signal))
  } catch {
    // The browser does not support it, the page's Permissions-Policy forbids it, or other frames use up the quota.
  }
  return end
}

/** Sends a request when the browser destroys the document (https://fetch.spec.whatwg.org/#fetch-later-method). */
declare function fetchLater(url: string, init: RequestInit): unknown
