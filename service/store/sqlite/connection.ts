/** One connection to a database file, with cached prepared statements. */
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { QueryResult } from 'kysely'
import { isDamage } from './sqlite-errors.ts'

/** When a commit is on the disk: `normal` survives the process, `full` the machine as well, for an fsync each. */
export type Synchronous = 'normal' | 'full'

export type SqliteConnection = {
  readonly database: DatabaseSync
  /**
   * After this call, statements that another connection blocks fail immediately (`isBusy`). The caller waits
   * instead, because SQLite's own busy handler blocks the event loop.
   */
  failWhenBusy(): void
  /** Runs one statement; throws SQLite's error. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<never>
  /** Sets the durability of the following commits; not within a transaction. */
  commitAs(synchronous: Synchronous): void
  close(): void
}

/** Maximum number of cached statements; `in (…)` has one for each number of values. */
const maxStatements = 200
/**
 * While the store opens, no requests are served: SQLite may block on another process that migrates at the
 * same moment. Milliseconds.
 */
const openingTimeoutMs = 5000
/**
 * Checkpoints take as long as the disk does, so the maintenance thread runs them. At this many pages, 100 MB,
 * SQLite runs one on its own as a fallback.
 */
const fallbackCheckpointPages = 25_000

type Prepared = { readonly statement: StatementSync; readonly hasRows: boolean }

/**
 * Opens, or creates, the database at `path`. Blocks while another process holds a lock, until `failWhenBusy`
 * is called.
 *
 * @param onDamage called when the file is no longer intact
 */
export function openConnection(path: string, onDamage: () => void): SqliteConnection {
  const database = new DatabaseSync(path, { timeout: openingTimeoutMs })
  // WAL: readers never wait for writers.
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma wal_autocheckpoint = ${fallbackCheckpointPages}`)
  const statements = new LRUCache<string, Prepared>({ max: maxStatements })
  let current: Synchronous = 'normal'
  const prepared = (sql: string): Prepared => {
    let entry = statements.get(sql)
    if (!entry) {
      const statement = database.prepare(sql)
      statements.set(sql, (entry = { statement, hasRows: statement.columns().length > 0 }))
    }
    return entry
  }
  const run: SqliteConnection['run'] = (sql, parameters) => {
    const { statement, hasRows } = prepared(sql)
    const values = parameters as readonly SQLInputValue[]
    if (hasRows) return { rows: statement.all(...values) as never[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
  return {
    database,
    failWhenBusy: () => database.exec('pragma busy_timeout = 0'),
    run(sql, parameters) {
      try {
        return run(sql, parameters)
      } catch (error) {
        if (isDamage(error)) onDamage()
        throw error
      }
    },
    commitAs(synchronous) {
      if (synchronous === current) return
      database.exec(`pragma synchronous = ${synchronous}`)
      current = synchronous
    },
    close() {
      if (database.isOpen) database.close()
    },
  }
}
