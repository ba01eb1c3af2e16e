/** Access to the browser's storage, which may be denied to third parties, or full. */

/** The raw stored value of a key: parsed like any outside data. An empty object if nothing valid is stored. */
export function readStored(storage: () => Storage, key: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(storage().getItem(key)!)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Changes the storage; has no effect if the browser denies it. */
export function changeStored(storage: () => Storage, change: (storage: Storage) => void): void {
  try {
    change(storage())
  } catch {
    // Denied or full: the value is not stored.
  }
}
