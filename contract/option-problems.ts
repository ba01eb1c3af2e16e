/** What is wrong with an option and what was expected: apart from reading, because hardly any page needs to be told. */
import { optionTable, type Row } from './options.ts'

const rows: Readonly<Record<string, Row>> = optionTable

/**
 * One sentence for the page.
 *
 * @param given what the page passed to `load`
 * @param wrong names of the wrong options, from `readOptions`
 */
export function explainOptions(given: object, wrong: readonly string[]): string {
  const said = given as Readonly<Record<string, unknown>>
  return wrong.map((name) => `${name} ${expectation(name, said)}`).join('; ')
}

function expectation(name: string, given: Readonly<Record<string, unknown>>): string {
  if (name === 'secretKey') return 'must never be in a page: keep it on your server'
  const value = given[name]
  if (name === 'apiKey' && !value === !given['authToken'])
    return 'or authToken is required: exactly one of the two'
  if (value === undefined || value === null || value === '') return 'is required'
  const kind = rows[name]?.kind
  if (kind === 'boolean' || kind === 'function') return `must be a ${kind}`
  if (Array.isArray(kind)) return `must be one of ${kind.join(', ')}`
  if (kind === 'symbol') return 'must be a ticker'
  if (kind === 'css') return 'must be a CSS size with its unit, such as 600px or 100%'
  return name === 'userId' && typeof value === 'string' && value.trim()
    ? 'must be an identifier of at most 256 characters, and no personal data such as an e-mail address or a name'
    : 'must be a non-empty string'
}
