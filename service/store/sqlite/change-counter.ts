/**
 * Change counter of a SQLite store (`Store.accessVersion`): the store counts its own invalidations, and every
 * write of another connection is seen by `PRAGMA data_version`.
 */
import type { DatabaseSync } from 'node:sqlite'

export type ChangeCounter = {
  /** Null if the database cannot be read. */
  readonly read: () => number | null
  /** Counts an invalidation by this connection. */
  readonly increment: () => void
}

/**
 * `database` must be the connection that writes: `data_version` does not change for a connection's own
 * writes.
 */
export function createChangeCounter(database: DatabaseSync): ChangeCounter {
  // As an array: the default would allocate an object in every event-loop turn with requests.
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
