/** How a widget says that it cannot be shown: in its place, on the console and to the page's listeners. */
import type { LoaderErrorCode } from '#contract/bridge.ts'
import type { Life } from './life.ts'
import { show } from './place.ts'
import { problem } from './report.ts'

/** Puts the line with the code in the frame's place. */
export function fail(life: Life, code: LoaderErrorCode, message: string): void {
  show(life, 'div', { textContent: `ERROR ${code}` })
  life.emit_('ERROR', problem(code, message))
}
