/** The browser's storage as far as it is to be had: third-party storage may be denied, or full. */

/** The raw stored value of a key: parsed like any outside data. An empty object if nothing valid is stored. */
export function readStored(storage: () => Storage, key: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(storage().getItem(key)!)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Changes the storage where that is allowed; else nothing is kept. */
export function changeStored(storage: () => Storage, change: (storage: Storage) => void): void {
  try {
    change(storage())
  } catch {
    // Nothing is kept.
  }
}
