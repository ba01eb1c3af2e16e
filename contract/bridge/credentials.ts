/**
 * The credentials and user in the options of `load` (docs/specification.md 2.5): the part that the frame's
 * bootstrap script needs.
 */

/**
 * Whether the text is a valid userId: an opaque identifier of at most 256 characters, without blanks and @, which mark names
 * and e-mail addresses. docs/specification.md 2.5.
 */
export const isUserId = (text: string): boolean => /^[^\s@]{1,256}$/.test(text)

/**
 * The credential of a session: the partner's key on its own pages (docs/specification.md 5.3), or a one-time
 * token of its server (5.4).
 */
export type Credential = { apiKey: string } | { authToken: string }

/** The credential and user of a session. */
export type Credentials = { credential: Credential; userId: string }

/** Whether a value is a key or a token, and not a secret key, which must never be in a page. */
const isKey = (value: unknown): value is string => typeof value === 'string' && /^(?!sk_).*\S/.test(value)

/**
 * Reads credentials from options as provided; undefined if they open no session, which option-problems.ts
 * explains.
 *
 * @param canRequestToken whether the page supplies tokens on request (`getAuthToken`): then none is required here, and
 *   the token is empty until requested
 */
export function readCredentials(options: unknown, canRequestToken = false): Credentials | undefined {
  const { apiKey, authToken, userId } = Object(options) as Record<string, unknown>
  if (typeof userId !== 'string' || !isUserId(userId)) return undefined
  if (apiKey) return isKey(apiKey) && !authToken ? { credential: { apiKey }, userId } : undefined
  if (canRequestToken && !authToken) return { credential: { authToken: '' }, userId }
  return isKey(authToken) ? { credential: { authToken }, userId } : undefined
}
