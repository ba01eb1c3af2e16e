/** The requests that open and end a widget's session (spec 5.3, 5.4), as they are sent and unread. */
import type { Credentials } from '#contract/bridge/credentials.ts'
import { endSessionPath, instanceHeader, sessionPath, tokenPath } from '#contract/api/first-paths.ts'
import { type Answered, isOk, request } from './request.ts'

/** For whom a session is opened, and where. */
export type SessionQuestion = Credentials & {
  /** The 128-bit instance id, which is also `window.name`. */
  instance: string
  /** Origin of the embedding page, as the browser asserts it. */
  origin: string
}

/** Responses to `POST /Token` and, if that returned a token, to `POST /setCookie`. */
export type SessionAnswers = { token: Answered; session?: Answered }

/**
 * Credentials → access token → session. Never throws.
 *
 * @param onToken hears the access token as soon as there is one: from then on there may be a session to end
 */
export async function askForSession(
  { credential, userId, instance, origin }: SessionQuestion,
  onToken: (accessToken: string) => void,
): Promise<SessionAnswers> {
  const method = 'POST'
  const token = await request(tokenPath, { method, instance, body: { ...credential, userId } })
  const { access_token: bearer } = Object(token.body) as { access_token?: unknown }
  if (!isOk(token) || typeof bearer !== 'string') return { token }
  onToken(bearer)
  const body = { origin, instance }
  return { token, session: await request(sessionPath, { method, instance, bearer, body }) }
}

/** Ends a session by a request that outlives the frame. */
export function endSession(instance: string, accessToken: string): void {
  void fetch(endSessionPath, {
    method: 'DELETE',
    keepalive: true,
    headers: { [instanceHeader]: instance, Authorization: `Bearer ${accessToken}` },
  }).catch(() => undefined)
}
