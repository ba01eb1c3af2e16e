/** The sentences of errors that the loader throws in short form. Separate, because `/loader` does not need them. */
import type { WidgetError } from '#contract/bridge/bridge.ts'
import { sentenceOfRefusedOption } from '#contract/bridge/error-sentences.ts'

/**
 * Returns the error as a plain object, with sentences in place of the names of refused options: `load` throws
 * `BAD_OPTION: userId,theme`, and its sentences appear on the console only. The message of an Error is not
 * enumerable, so JSON and copies would omit it.
 */
export function explainedError(error: WidgetError): WidgetError {
  const names = /^BAD_OPTION: (\S+)$/.exec(error.message)?.[1]?.split(',') ?? []
  const sentences = names.map((name) => sentenceOfRefusedOption(name) ?? name)
  return { ...error, message: names.length ? `BAD_OPTION: ${sentences.join('; ')}` : error.message }
}
