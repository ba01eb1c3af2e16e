/** The browser's storage as far as it is to be had: third-party storage may be denied, or full. */

/**
 * What was kept under a key, as it was found: whoever asks reads it like anything from outside. An object without
 * fields where nothing was kept, or nothing that makes sense.
 */
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
