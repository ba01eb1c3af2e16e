/** Reads the browser's storage. Browsers may deny it to embedded frames. */

/**
 * Returns the stored JSON of a key without validation; an empty object if nothing is stored or it
 * is not JSON.
 */
export function readStored(storage: () => Storage, key: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(storage().getItem(key)!)) as Record<string, unknown>
  } catch {
    return {}
  }
}
