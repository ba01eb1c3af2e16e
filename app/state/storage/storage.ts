/** Access to the browser's storage. Browsers may deny it to embedded frames, and it may be full. */

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

/** Changes the storage; does nothing if the browser denies it or it is full. */
export function changeStored(storage: () => Storage, change: (storage: Storage) => void): void {
  try {
    change(storage())
  } catch {
    // Denied or full: the widget works without stored values.
  }
}
