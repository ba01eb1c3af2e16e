/** Displays a failure: the code in the frame's place, and the sentence as soon as it is loaded. */
import type { LoaderErrorCode } from '#contract/bridge/bridge.ts'
import type { LoaderWidgetState } from './widget-state.ts'
import { problem } from './problem.ts'
import { show } from './frame-element.ts'

/**
 * Shows a line with the code in the frame's place.
 *
 * @param about text at the end of the sentence; the page's origin by default
 */
export function fail(widgetState: LoaderWidgetState, code: LoaderErrorCode, about = origin): void {
  show(widgetState, 'div', { textContent: `ERROR ${code}` })
  widgetState.frameElement_!.dataset['serviceWidget'] = 'error'
  // Only a frame can be used by a later `load`.
  widgetState.isWarm_ = false
  problem(code, [about], widgetState)
}
