/** Formatting of generated code: user input always stays one string literal. */
import { loadOptions } from './options.js'

/** In single quotes, for JavaScript inside HTML. @param {unknown} text */
export const quoted = (text) =>
  `'${String(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('</', '<\\/')}'`

/** In double quotes, for Swift and for JSON, which escape alike. @param {unknown} text */
export const doubleQuoted = (text) => JSON.stringify(String(text))

/** As the value of an attribute, with its quotes. @param {unknown} text */
export const attribute = (text) =>
  `"${String(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`

/** A text between single quotes, or a flag. @param {string | boolean} value */
export const literal = (value) => (typeof value === 'string' ? quoted(value) : String(value))

/** Whether the credential is a one-time token of the partner's server. @param {import('./options.js').Settings} settings */
export const byToken = ({ auth }) => auth === 'token' || auth === 'badToken'

/** The widget type. @param {import('./options.js').Settings} settings */
export const typeOf = ({ type }) => String(type)

/** `userId` and every option that differs from its default; no credential. @param {import('./options.js').Settings} settings */
export function chosenOptions(settings) {
  const { destinationId: _, ...rest } = loadOptions(settings)
  return rest
}

/** Joins lines with an indentation. @param {readonly string[]} lines @param {number} spaces */
export const indented = (lines, spaces) => lines.join(`\n${' '.repeat(spaces)}`)
