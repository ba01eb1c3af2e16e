/**
 * Errors reported to the page's developer. The sentences are loaded from the service on demand: pages without
 * mistakes do not download them.
 */
import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'
import { app } from './app-address.ts'
import type { LoaderWidgetState } from './widget-state.ts'
import { sentencesTimeoutMs } from './timing.ts'

/**
 * Returns the short form of an error, which `load` throws. The full sentence follows on the console, and as ERROR
 * if there is a widget.
 *
 * @param about names of the options, or the end of the sentence
 */
export function problem(
  code: LoaderErrorCode,
  about: string[],
  widgetState?: LoaderWidgetState,
): WidgetError {
  const docs = `${app.origin}/docs/errors#${code}`
  const fields = { docs, name: 'ServiceWidgetError', code }
  const error = Object.assign(Error(`${code}: ${about}`), fields)
  /** @param sentences contract/bridge/error-sentences.ts */
  const explain = (sentences: Readonly<Record<string, string>>) => {
    const message = `${code}: ${about.map((item) => sentences[`${code} ${item}`] ?? sentences[code] + item).join('; ')}`
    console.error(message, docs)
    widgetState?.emit_('ERROR', { ...fields, message })
  }
  void fetch(`${app.origin}/widgetLoader/errors.json`, { signal: AbortSignal.timeout(sentencesTimeoutMs) })
    .then((response) => response.json())
    // Uses the short form if the sentences cannot be loaded in time.
    .catch(() => ({ [code]: '' }))
    .then(explain)
  return error
}
