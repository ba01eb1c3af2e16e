/**
 * A copy that can be posted to another window: as JSON would carry it, functions left behind. Undefined for what JSON
 * cannot carry: nothing at all, a circle, a BigInt, a `toJSON` that throws.
 *
 * @param only the fields to copy; without it all
 */
export function plainCopy(value: unknown, only?: string[]): unknown {
  try {
    return JSON.parse(JSON.stringify(value, only))
  } catch {
    return undefined
  }
}
