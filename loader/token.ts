/** Fresh tokens of the page's. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import type { Life } from './widget-state.ts'

/** Calls the page's `getAuthToken` and hands on what comes of it, however long that takes: the frame has its own patience. */
export function askForToken(life: Life): void {
  /** A string is the token; anything else, an Error above all, is why there is none. */
  const answer = (given: unknown) =>
    life.port_?.postMessage({
      type: 'token',
      [typeof given === 'string' ? 'authToken' : 'reason']: `${given}`,
    } satisfies ToFrame)
  const ask = async () => life.given_.getAuthToken!()
  ask().then(answer, answer)
}
