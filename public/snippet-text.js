/** Formatting of generated code: user input always stays one string literal. */
import { defaults, loadOptions } from './options.js'

/** Quotes a text in single quotes, for JavaScript inside HTML. @param {unknown} text */
export const quoted = (text) =>
  `'${String(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('</', '<\\/')}'`

/** Quotes a text in double quotes, for Swift and JSON, which have the same escapes. @param {unknown} text */
export const doubleQuoted = (text) => JSON.stringify(String(text))

/** Quotes a text as the value of an HTML attribute. @param {unknown} text */
export const attribute = (text) =>
  `"${String(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`

/** Returns a JavaScript literal. @param {import('./options.js').OptionValue} value @returns {string} */
export function literal(value) {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object') return String(value)
  const items = value.map(
    (holding) =>
      `{ ${Object.entries(holding)
        .map(([name, field]) => `${name}: ${typeof field === 'string' ? quoted(field) : field}`)
        .join(', ')} }`,
  )
  return `[${items.join(', ')}]`
}

/**
 * Returns a chosen option as a JavaScript literal. Two accents are an object, which is easier to read than the text form.
 * @param {string} name
 * @param {import('./options.js').OptionValue} value
 */
export function optionLiteral(name, value) {
  if (name !== 'accentColor' || typeof value !== 'string') return literal(value)
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
  return light && dark ? `{ light: ${quoted(light)}, dark: ${quoted(dark)} }` : literal(value)
}

/** Whether the credential is a one-time token of the partner's server. @param {import('./options.js').Settings} settings */
export const byToken = ({ auth }) => auth === 'token' || auth === 'badToken'

/** The widget type. @param {import('./options.js').Settings} settings */
export const typeOf = ({ type }) => String(type)

/** Every option that differs from its default, without credentials and user. @param {import('./options.js').Settings} settings */
export function chosenOptions(settings) {
  const { destinationId: _, userId: __, ...rest } = loadOptions(settings)
  return rest
}

/** What `userId` must be. All users with one id would share their lists and limits. */
export const userIdNote = 'a stable id of the signed-in user, without personal data'

/** Whether the reader chose a user, such as one of the test market. @param {import('./options.js').Settings} settings */
export const isUserChosen = ({ userId }) => !!userId && userId !== defaults()['userId']

/** The chosen user, or a placeholder. @param {import('./options.js').Settings} settings */
export const userIdOf = (settings) =>
  isUserChosen(settings) ? String(settings['userId']) : 'stable-id-of-this-user'

/** Joins lines; all lines after the first are indented. @param {readonly string[]} lines @param {number} spaces */
export const indented = (lines, spaces) => lines.join(`\n${' '.repeat(spaces)}`)
