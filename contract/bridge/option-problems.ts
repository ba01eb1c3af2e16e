/** Explanations of invalid options: separate from reading, because few pages need them. */
import { listOf, refusedOption } from './error-words.ts'
import { explainHoldings } from './holdings-problems.ts'
import { didYouMean } from './nearest-name.ts'
import { optionTable, type Row } from './options.ts'

const rows: Readonly<Record<string, Row>> = optionTable
const names = Object.keys(rows)

/**
 * One sentence for the page.
 *
 * @param given the options that the page passed to `load`
 * @param wrong names of the invalid options, from `readOptions`
 */
export function explainOptions(given: object, wrong: readonly string[]): string {
  const said = given as Readonly<Record<string, unknown>>
  return wrong.map((name) => explain(name, said)).join('; ')
}

function explain(name: string, given: Readonly<Record<string, unknown>>): string {
  const value = given[name]
  if (name === 'secretKey') return refusedOption(name)!
  if (name === 'apiKey' && !value === !given['authToken']) return refusedOption('apiKey/authToken')!
  if (!Object.hasOwn(rows, name)) return `${name} is no option of the widget${didYouMean(name, names)}`
  if (value === undefined || value === null || value === '') return `${name} is required`
  if (name === 'userId' && typeof value === 'string' && value.length <= 256) return refusedOption(name)!
  if (name === 'holdings') return explainHoldings(value)
  return `${name} ${expectation(name, value)}`
}

function expectation(name: string, value: unknown): string {
  const kind = rows[name]!.kind
  if (name === 'userId' && typeof value === 'string') return 'must have 256 characters at most'
  if (kind === 'boolean') return `must be true or false, without quotes${quoted(value)}`
  if (kind === 'function') return 'must be a function that gives a fresh one-time token'
  if (Array.isArray(kind)) return `must be ${listOf(kind)}${didYouMean(value, kind)}`
  if (kind === 'symbol') return 'must be a ticker such as AAPL or BRK.B'
  if (kind === 'color') return 'must be a CSS colour such as #0b6bcb'
  if (name === 'radius') return `must be a length of 0 or more in px, rem or em${withUnit(value)}`
  if (kind === 'css') return `must be a CSS size with its unit, such as 600px or 100%${withUnit(value)}`
  return `must be a text that is not empty${typeof value === 'object' ? ', not an object' : ''}`
}

const quoted = (value: unknown) =>
  value === 'true' || value === 'false' ? `: write ${value} and not "${value}"` : ''

/** Most often it is a number of pixels. */
const withUnit = (value: unknown) =>
  /^\d+$/.test(String(value)) ? `: did you mean "${String(value)}px"?` : ''
