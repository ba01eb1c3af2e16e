/** A new session in place of one that is over. Asked for long after the first screen, so it comes with the feed. */
import { Problem } from '#contract/api/problem.ts'

/** Milliseconds between tries, give or take a half. */
const pausesMs = [400, 1200]

/** Whether the service has decided; whatever else went wrong may go well the next time. */
export const isVerdict = ({ status }: Problem): boolean => status === 401 || status === 403

/** @param error why the page gave no token, as its promise was rejected */
const explainToken = (error: unknown): string =>
  `getAuthToken of the page gave no token (${error instanceof Error ? error.message : String(error)}); it must give a string, or a promise of one, within 30 seconds`

/** What tries to open a session again: with the key, or with a token that the page gives. */
export type Renewal = {
  apiKey?: string | undefined
  needToken?: (() => Promise<string>) | undefined
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
  needToken,
  establish,
  isOver,
}: Renewal): Promise<Problem | undefined> {
  if (!apiKey && !needToken) return new Problem('session-ended')
  for (let tries = 0; ; tries++) {
    try {
      await establish(apiKey ? { apiKey } : { authToken: await needToken!() })
      return undefined
    } catch (error) {
      const reason =
        error instanceof Problem ? error : new Problem('session-ended', { detail: explainToken(error) })
      const pause = pausesMs[tries]
      if (pause === undefined || isOver() || (reason === error && isVerdict(reason))) return reason
      await new Promise((done) => setTimeout(done, pause * (0.5 + Math.random())))
    }
  }
}
