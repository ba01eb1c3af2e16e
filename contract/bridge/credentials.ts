/** Who a widget's session is for, as the options of `load` say it (spec 2.5): no more than the frame's first script needs. */

/** A `userId` is an opaque identifier: no blank and no @, which mark names and e-mail addresses. Spec 2.5. */
export const userIdPattern = /^[^\s@]+$/
/** The same, of at most 256 characters. The loader leaves the length to the frame. */
export const isUserId = (text: string): boolean => text.length <= 256 && userIdPattern.test(text)

/** What opens a session: the partner's key on its own pages (spec 5.3), or a one-time token of its server (5.4). */
export type Credential = { apiKey: string } | { authToken: string }

/** Whose session is to be opened, and with what. */
export type Credentials = { credential: Credential; userId: string }

/** A key or a token; a secret key, which must never leave a page or be in one, is none. */
const isKey = (value: unknown): value is string => typeof value === 'string' && /^(?!sk_).*\S/.test(value)

/**
 * Reads options as they were said; undefined where no session can be opened with them, which option-problems.ts explains.
 *
 * @param canAsk whether the page gives tokens when it is asked (`getAuthToken`): then it need not give one here, and the
 *   token that has still to be asked for is blank
 */
export function readCredentials(options: unknown, canAsk = false): Credentials | undefined {
  const { apiKey, authToken, userId } = Object(options) as Record<string, unknown>
  if (typeof userId !== 'string' || !isUserId(userId)) return undefined
  if (apiKey) return isKey(apiKey) && !authToken ? { credential: { apiKey }, userId } : undefined
  if (canAsk && !authToken) return { credential: { authToken: '' }, userId }
  return isKey(authToken) ? { credential: { authToken }, userId } : undefined
}
