/** Fresh tokens of the page's. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import type { Life } from './widget-state.ts'

/** Calls the page's `getAuthToken` and forwards its result, without a timeout: the frame has its own. */
export function askForToken(life: Life): void {
  /** A string is the token; anything else, usually an Error, is the reason for its absence. */
  const answer = (given: unknown) =>
    life.port_?.postMessage({
      type: 'token',
      [typeof given === 'string' ? 'authToken' : 'reason']: `${given}`,
    } satisfies ToFrame)
  const ask = async () => life.given_.getAuthToken!()
  ask().then(answer, answer)
}
