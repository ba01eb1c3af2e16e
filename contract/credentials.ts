/** Who a widget's session is for, as the options of `load` say it (spec 2.5): no more than the frame's first script needs. */

/** A `userId` is an opaque identifier: no blank and no @, which mark names and e-mail addresses. Spec 2.5. */
export const userIdPattern = /^[^\s@]+$/
/** The same, of at most 256 characters. The loader leaves the length to the frame. */
export const isUserId = (text: string): boolean => text.length <= 256 && userIdPattern.test(text)

/** What opens a session: the partner's key on its own pages (spec 5.3), or a one-time token of its server (5.4). */
export type Credential = { apiKey: string } | { authToken: string }

/** Whose session is to be opened, and with what. */
export type Credentials = { credential: Credential; userId: string }

const isGiven = (value: unknown): value is string => typeof value === 'string' && /\S/.test(value)

/** Reads options as they were said; undefined where no session can be opened with them, which option-problems.ts explains. */
export function readCredentials(options: unknown): Credentials | undefined {
  const { apiKey, authToken, userId } = Object(options) as Record<string, unknown>
  if (!isGiven(userId) || !isUserId(userId)) return undefined
  if (isGiven(apiKey) && !authToken) return { credential: { apiKey }, userId }
  return isGiven(authToken) && !apiKey ? { credential: { authToken }, userId } : undefined
}
