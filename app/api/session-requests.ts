/** The requests that open and end a widget's session (spec 5.3, 5.4). Responses are not parsed here. */
import type { Credentials } from '#contract/bridge/credentials.ts'
import { endSessionPath, sessionPath, tokenPath } from '#contract/api/first-paths.ts'
import { type RequestResult, isOk, request } from './request.ts'

/** The user, the widget and the page of a session. */
export type SessionParameters = Credentials & {
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it. */
  origin: string
}

/** Responses to `POST /Token` and, if that returned a token, to `POST /setCookie`. */
export type SessionResponses = { token: RequestResult; session?: RequestResult }

/**
 * Opens a session: exchanges the credentials for an access token, and the token for a session. Never
 * throws.
 *
 * @param onToken receives the access token once it is issued. A session may exist from then on, and must
 *   be ended.
 */
export async function requestSession(
  { credential, userId, instance, origin }: SessionParameters,
  onToken: (accessToken: string) => void,
): Promise<SessionResponses> {
  const method = 'POST'
  const token = await request(tokenPath, { method, instance, body: { ...credential, userId } })
  const { access_token: bearer } = Object(token.body) as { access_token?: unknown }
  if (!isOk(token) || typeof bearer !== 'string') return { token }
  onToken(bearer)
  const body = { origin, instance }
  return { token, session: await request(sessionPath, { method, instance, bearer, body }) }
}

/** Ends a session by a request that outlives the frame. */
export function endSession(instance: string, bearer: string): void {
  void request(endSessionPath, { method: 'DELETE', keepalive: true, instance, bearer })
}
