/** Fresh tokens of the page's, one call at a time. */
import type { ToFrame } from '#contract/bridge.ts'
import type { Life } from './life.ts'
import { tokenMs } from './timing.ts'

/** Calls the page's `getAuthToken`, unless it is being asked already, and hands on what comes of it. */
export function askForToken(life: Life): void {
  if (life.asking_) return
  /** A string is the token; anything else, an Error above all, is why there is none. */
  const answer = (given: unknown) => {
    if (life.asking_)
      life.port_?.postMessage({
        type: 'token',
        [typeof given === 'string' ? 'authToken' : 'reason']: `${given}`,
      } satisfies ToFrame)
    stopAsking(life)
  }
  life.asking_ = setTimeout(answer, tokenMs, Error('timeout'))
  const ask = async () => life.given_.getAuthToken!()
  ask().then(answer, answer)
}

/** Whatever the page may still answer is for nobody. */
export function stopAsking(life: Life): void {
  clearTimeout(life.asking_)
  life.asking_ = undefined
}
