/** Renews a session that has expired. Loaded with the feed, because it is not needed for the first screen. */
import { Problem } from '#contract/api/problem.ts'
import { kindOfWrongToken } from '#contract/bridge/token-text.ts'

/** Milliseconds between attempts, varied by ±50 %. */
const retryDelaysMs = [400, 1200]

/** Whether a retry cannot succeed: the service refused the credentials. Other failures may be transient. */
export const isFinal = ({ status }: Problem): boolean => status === 401 || status === 403

/** Error text for a failed token request. @param error the rejection reason of the page's promise */
const explainToken = (error: unknown): string =>
  `getAuthToken of the page returned no token (${error instanceof Error ? error.message : String(error)}); it must return a string, or a promise of a string, within 30 seconds`

/** Returns the token in the page's text. @throws Error for other text; its message contains no part of the text */
function tokenIn(text: string): string {
  const token = text.trim()
  const kind = kindOfWrongToken(token)
  if (kind !== undefined) throw new Error(`it returned no token: the text is ${kind}`)
  return token
}

/** The credentials for a new session, an API key or a token of the page, and the function that opens it. */
export type Renewal = {
  apiKey?: string | undefined
  requestToken?: (() => Promise<string>) | undefined
  establish: (credential: { apiKey: string } | { authToken: string }) => Promise<unknown>
  /** Whether the session has been ended meanwhile, so no more attempts are needed. */
  isOver: () => boolean
}

/**
 * Opens a session, with up to three attempts if the service or the page fails.
 *
 * @returns undefined on success, otherwise the reason of the failure: `session-ended` if the page
 *   supplies no token.
 */
export async function renewSession({
  apiKey,
  requestToken,
  establish,
  isOver,
}: Renewal): Promise<Problem | undefined> {
  if (!apiKey && !requestToken) return new Problem('session-ended')
  for (let retries = 0; ; retries++) {
    try {
      await establish(apiKey ? { apiKey } : { authToken: tokenIn(await requestToken!()) })
      return undefined
    } catch (error) {
      const reason =
        error instanceof Problem ? error : new Problem('session-ended', { detail: explainToken(error) })
      const delay = retryDelaysMs[retries]
      if (delay === undefined || isOver() || (reason === error && isFinal(reason))) return reason
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())))
    }
  }
}
