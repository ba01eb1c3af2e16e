/** Readers of a source's variables, with errors that name the variable and what was expected. */
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { ReadVariable } from '#service/markets/source.ts'

/** A secret that the source needs. The error does not repeat its value. */
export function requiredSecret(variable: ReadVariable, name: string, where: string): string {
  const value = variable(name)
  if (value === undefined) throw new EnvironmentError(`${name} is not set: ${where}.`)
  if (!/^[\x21-\x7e]{8,}$/.test(value))
    throw new EnvironmentError(`${name} cannot be used: expected at least 8 characters without blanks.`)
  return value
}

/** One of several words; the first is the default. */
export function oneOf<const Word extends string>(
  variable: ReadVariable,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = variable(name) ?? words[0]
  const word = words.find((candidate) => candidate === value)
  if (word === undefined)
    throw new EnvironmentError(`${name}="${value}" cannot be used: expected ${words.join(' or ')}.`)
  return word
}

/** An http or https address without credentials; undefined if it is not set. */
export function addressOf(variable: ReadVariable, name: string): string | undefined {
  const value = variable(name)
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.search) return value
  throw new EnvironmentError(
    `${name} cannot be used: expected an address such as https://proxy.example.com, without a key.`,
  )
}

/** The yearly interest rate; decimal. */
export function riskFreeRateOf(variable: ReadVariable): number {
  const value = variable('RISK_FREE_RATE') ?? '0.042'
  const rate = Number(value)
  if (value.trim() !== '' && rate >= 0 && rate < 0.2) return rate
  throw new EnvironmentError(`RISK_FREE_RATE="${value}" cannot be used: expected 0 to 0.2, such as 0.042.`)
}

/**
 * The symbols of a universe file: one a line, `#` starts a comment. Sorted, each once.
 *
 * @throws Error with the line that is not a symbol
 */
export function parseUniverse(text: string, path: string): readonly string[] {
  const symbols = new Set<string>()
  for (const [index, line] of text.split('\n').entries()) {
    const word = line.split('#', 1)[0]!.trim()
    if (word === '') continue
    const symbol = canonicalSymbol(word)
    if (!symbolPattern.test(symbol))
      throw new Error(`${path}:${index + 1}: "${word}" is not a symbol such as AAPL or BRK.B`)
    symbols.add(symbol)
  }
  if (symbols.size === 0) throw new Error(`${path}: no symbols; expected one a line, such as AAPL`)
  return [...symbols].toSorted()
}
