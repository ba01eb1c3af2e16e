/** Who has written: what this connection ended it is told of, and of other connections SQLite tells that they wrote something. */
import type { DatabaseSync } from 'node:sqlite'

export type AccessVersion = {
  /** As `Store.accessVersion`. */
  readonly now: () => number | null
  /** This connection has ended something. */
  readonly changed: () => void
}

/** `database` must be the connection that writes: SQLite's number stands still for what is written by the one that asks. */
export function accessVersion(database: DatabaseSync): AccessVersion {
  // As a list: with every turn in which somebody asks for something an object for it would be made.
  const asking = database.prepare('pragma data_version')
  asking.setReturnArrays(true)
  let version = 0
  let others: number | undefined
  return {
    changed: () => void version++,
    now() {
      try {
        const [seen] = asking.get() as unknown as [number]
        if (seen !== others) version++
        others = seen
        return version
      } catch {
        return null
      }
    },
  }
}
