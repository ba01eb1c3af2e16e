/**
 * Mistakes of the page's developer. The sentences are loaded from the service on demand: pages without
 * mistakes do not download them.
 */
import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'
import { app } from './app-address.ts'
import type { Life } from './widget-state.ts'
import { wordsMs } from './timing.ts'

/**
 * The short form of an error, which `load` throws; the whole sentence follows on the console, and as ERROR if
 * there is a widget.
 *
 * @param about the options' names, or the end of the sentence
 */
export function problem(code: LoaderErrorCode, about: string[], life?: Life): WidgetError {
  const docs = `${app.origin}/docs/errors#${code}`
  const known = { name: 'ServiceWidgetError', code, docs }
  const error = Object.assign(Error(`${code}: ${about}`), known)
  /** @param words contract/bridge/error-words.ts */
  const explain = (words: Readonly<Record<string, string>>) => {
    const message = `${code}: ${about.map((one) => words[`${code} ${one}`] ?? words[code] + one).join('; ')}`
    console.error(message, docs)
    life?.emit_('ERROR', { ...known, message })
  }
  void readWords()
    // The short form where the words do not come, or not in time.
    .catch(() => ({ [code]: '' }))
    .then(explain)
  return error
}

/** The sentences, which the service has. */
async function readWords() {
  const answer = await fetch(`${app.origin}/widgetLoader/errors.json`, {
    signal: AbortSignal.timeout(wordsMs),
  })
  return answer.json()
}
