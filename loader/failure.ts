/** How a widget says that it cannot be shown: in its place at once, and in words as soon as they are there. */
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import type { Life } from './widget-state.ts'
import { problem } from './problem.ts'
import { show } from './frame-element.ts'

/**
 * Puts the line with the code in the frame's place.
 *
 * @param about what the sentence ends with; the page's origin where it is left out
 */
export function fail(life: Life, code: LoaderErrorCode, about = origin): void {
  show(life, 'div', { textContent: `ERROR ${code}` })
  life.shown_!.dataset['serviceWidget'] = 'error'
  problem(code, [about], life)
}
