/** Renews a session that has ended. Needed long after the first screen, so it is loaded with the feed. */
import { Problem } from '#contract/api/problem.ts'

/** Milliseconds between attempts, varied by ±50 %. */
const retryDelaysMs = [400, 1200]

/** Whether the service has refused permanently; other failures may be transient. */
export const isFinal = ({ status }: Problem): boolean => status === 401 || status === 403

/** @param error the reason why the page's promise was rejected */
const explainToken = (error: unknown): string =>
  `getAuthToken of the page returned no token (${error instanceof Error ? error.message : String(error)}); it must return a string, or a promise of a string, within 30 seconds`

/** Means to open a new session: the key, or a token of the page. */
export type Renewal = {
  apiKey?: string | undefined
  requestToken?: (() => Promise<string>) | undefined
  establish: (credential: { apiKey: string } | { authToken: string }) => Promise<unknown>
  /** The renewal is no longer needed. */
  isOver: () => boolean
}

/**
 * Opens a session, with up to three attempts if the service or the page fails.
 *
 * @returns the reason of the failure, or undefined on success. `session-ended` if the page supplies no token.
 */
export async function renewSession({
  apiKey,
  requestToken,
  establish,
  isOver,
}: Renewal): Promise<Problem | undefined> {
  if (!apiKey && !requestToken) return new Problem('session-ended')
  for (let tries = 0; ; tries++) {
    try {
      await establish(apiKey ? { apiKey } : { authToken: await requestToken!() })
      return undefined
    } catch (error) {
      const reason =
        error instanceof Problem ? error : new Problem('session-ended', { detail: explainToken(error) })
      const delay = retryDelaysMs[tries]
      if (delay === undefined || isOver() || (reason === error && isFinal(reason))) return reason
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())))
    }
  }
}
