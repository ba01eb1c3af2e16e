/**
 * Returns a JSON copy, without functions, that can be posted to another window. Undefined for
 * values that JSON cannot represent: undefined, circular objects, BigInt, a `toJSON` that throws.
 *
 * @param fields the fields to copy; all by default
 */
export function plainCopy(value: unknown, fields?: string[]): unknown {
  try {
    return JSON.parse(JSON.stringify(value, fields))
  } catch {
    return undefined
  }
}
