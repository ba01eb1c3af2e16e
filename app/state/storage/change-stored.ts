/** Changes of the browser's storage. Separate from reading, which is all that the bootstrap script does. */

/** Changes the storage; does nothing if the browser denies it or it is full. */
export function changeStored(storage: () => Storage, change: (storage: Storage) => void): void {
  try {
    change(storage())
  } catch {
    // Denied or full: the widget works without stored values.
  }
}
