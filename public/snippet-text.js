/** Formatting of generated code: user input always stays one string literal. */
import { loadOptions } from './options.js'

/** Quotes a text in single quotes, for JavaScript inside HTML. @param {unknown} text */
export const quoted = (text) =>
  `'${String(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('</', '<\\/')}'`

/** Quotes a text in double quotes, for Swift and JSON, which have the same escapes. @param {unknown} text */
export const doubleQuoted = (text) => JSON.stringify(String(text))

/** Quotes a text as the value of an HTML attribute. @param {unknown} text */
export const attribute = (text) =>
  `"${String(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`

/** Returns a JavaScript literal for a text or a flag. @param {string | boolean} value */
export const literal = (value) => (typeof value === 'string' ? quoted(value) : String(value))

/** Whether the credential is a one-time token of the partner's server. @param {import('./options.js').Settings} settings */
export const byToken = ({ auth }) => auth === 'token' || auth === 'badToken'

/** The widget type. @param {import('./options.js').Settings} settings */
export const typeOf = ({ type }) => String(type)

/** Returns `userId` and every option that differs from its default, without credentials. @param {import('./options.js').Settings} settings */
export function chosenOptions(settings) {
  const { destinationId: _, ...rest } = loadOptions(settings)
  return rest
}

/** Joins lines; all lines after the first are indented. @param {readonly string[]} lines @param {number} spaces */
export const indented = (lines, spaces) => lines.join(`\n${' '.repeat(spaces)}`)
