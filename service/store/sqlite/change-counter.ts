/**
 * Change counter of a SQLite store (`Store.accessVersion`): counts the invalidations of this store
 * and, by `PRAGMA data_version`, every write of other connections.
 */
import type { DatabaseSync } from 'node:sqlite'

export type ChangeCounter = {
  /** Null if the database cannot be read. */
  readonly read: () => number | null
  /** Counts an invalidation by this connection. */
  readonly increment: () => void
}

/**
 * @param database the connection that writes: `data_version` does not change for the writes of its
 * own connection
 */
export function createChangeCounter(database: DatabaseSync): ChangeCounter {
  // An array row, because an object would be allocated in every event-loop turn with requests.
  const query = database.prepare('pragma data_version')
  query.setReturnArrays(true)
  let count = 0
  let lastVersion: number | undefined
  return {
    increment: () => void count++,
    read() {
      try {
        const [version] = query.get() as unknown as [number]
        if (version !== lastVersion) count++
        lastVersion = version
        return count
      } catch {
        return null
      }
    },
  }
}
