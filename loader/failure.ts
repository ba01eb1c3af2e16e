/** Display of a failure: the code in the widget's place at once, the sentence as soon as it is loaded. */
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import type { Life } from './widget-state.ts'
import { problem } from './problem.ts'
import { show } from './frame-element.ts'

/**
 * Shows a line with the code in the frame's place.
 *
 * @param about text at the end of the sentence; the page's origin by default
 */
export function fail(life: Life, code: LoaderErrorCode, about = origin): void {
  show(life, 'div', { textContent: `ERROR ${code}` })
  life.shown_!.dataset['serviceWidget'] = 'error'
  problem(code, [about], life)
}
