/** Explains invalid options. Separate from options.ts, because few pages need it. */
import { alternatives, sentenceOfRefusedOption } from '#contract/bridge/error-sentences.ts'
import { explainHoldings } from '#contract/bridge/holdings-problems.ts'
import { didYouMean } from '#contract/bridge/nearest-name.ts'
import { optionTable, type OptionRow } from './options.ts'
import { explainState } from '#contract/bridge/state-text.ts'

const rows: Readonly<Record<string, OptionRow>> = optionTable
const names = Object.keys(rows)

/**
 * Returns one sentence that explains all invalid options.
 *
 * @param options the options that the page passed to `load`
 * @param invalid names of the invalid options, from `readOptions`
 */
export function explainOptions(options: object, invalid: readonly string[]): string {
  const values = options as Readonly<Record<string, unknown>>
  return invalid.map((name) => explain(name, values)).join('; ')
}

function explain(name: string, values: Readonly<Record<string, unknown>>): string {
  const value = values[name]
  if (name === 'secretKey') return sentenceOfRefusedOption(name)!
  if (name === 'apiKey' && !value === !values['authToken'])
    return sentenceOfRefusedOption('apiKey/authToken')!
  if (!Object.hasOwn(rows, name)) return `${name} is not an option of the widget${didYouMean(name, names)}`
  if (rows[name]!.required && (value === undefined || value === null || value === ''))
    return `${name} is required`
  if (name === 'userId' && typeof value === 'string' && value.length <= 256)
    return sentenceOfRefusedOption(name)!
  if (name === 'holdings') return explainHoldings(value)
  if (name === 'state') return `${name} ${explainState(value)}`
  return `${name} ${expectation(name, value)}`
}

function expectation(name: string, value: unknown): string {
  const kind = rows[name]!.kind
  if (name === 'userId' && typeof value === 'string') return 'must have at most 256 characters'
  if (kind === 'boolean') return `must be true or false, without quotes${quotesHint(value)}`
  if (kind === 'function') return 'must be a function that returns a new one-time token'
  if (Array.isArray(kind)) return `must be ${alternatives(kind)}${didYouMean(value, kind)}`
  if (kind === 'symbol') return 'must be a ticker such as AAPL or BRK.B'
  if (kind === 'color')
    return 'must be an opaque CSS colour such as #0b5fb3, or { light, dark } with one for each'
  if (name === 'fontFamily')
    return 'must be a list of at most 8 font names, separated by commas, such as Georgia, serif'
  if (name === 'radius') return `must be a length of 0 or more in px, rem or em${unitHint(value)}`
  if (kind === 'css') return `must be a CSS size with its unit, such as 600px or 100%${unitHint(value)}`
  return `must be a non-empty string${typeof value === 'object' ? ', not an object' : ''}`
}

const quotesHint = (value: unknown) =>
  value === 'true' || value === 'false' ? `: write ${value} and not "${value}"` : ''

/** Suggests px for a whole number without a unit. */
const unitHint = (value: unknown) =>
  /^\d+$/.test(String(value)) ? `: did you mean "${String(value)}px"?` : ''
