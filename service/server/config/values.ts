/** Parsers of values that several variables share. */
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { VariableName } from './variables.ts'

/** @throws EnvironmentError that names the variable, its value and what was expected */
export function refuse(name: VariableName, value: string, expected: string): never {
  throw new EnvironmentError(`${name}="${value}" cannot be used: ${expected}.`)
}

/** @throws EnvironmentError if the value is not a whole number within the bounds */
export function parseInteger(
  name: VariableName,
  value: string,
  [minimum, maximum]: readonly [number, number],
  description = 'a whole number',
): number {
  const number = Number(value)
  return /^\d{1,9}$/.test(value) && number >= minimum && number <= maximum
    ? number
    : refuse(name, value, `expected ${description}, ${minimum} to ${maximum}`)
}
