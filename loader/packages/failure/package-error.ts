/** Errors that the package reports itself. */
import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'

/** Rejection of `loadServiceWidget`: an Error with the fields of ERROR. */
export type LoaderFailure = Error & WidgetError

/**
 * Creates an error of the package.
 *
 * @param text without the code
 * @param address address of the loader's script, for the link to the documentation
 */
export function packageError(code: LoaderErrorCode, text: string, address = ''): LoaderFailure {
  const origin = /^\w+:\/\/[^/]+/.exec(address)?.[0] ?? ''
  const docs = `${origin}/docs/errors#${code}`
  return Object.assign(new Error(`${code}: ${text}`), { name: 'ServiceWidgetError', code, docs })
}
