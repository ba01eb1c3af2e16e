/** One connection to a database file, with cached prepared statements. */
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { QueryResult } from 'kysely'
import { isDamage } from './sqlite-errors.ts'

/**
 * Durability of a commit. `normal` survives a crash of the process; `full`, with an fsync, also a
 * power failure.
 */
export type Synchronous = 'normal' | 'full'

export type SqliteConnection = {
  readonly database: DatabaseSync
  /**
   * From now on, a statement fails immediately (`isBusy`) if another connection holds the lock. The
   * caller retries it, because SQLite's own busy handler blocks the event loop.
   */
  failWhenBusy(): void
  /** Runs one statement; throws SQLite's error. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<never>
  /** Sets the durability of the following commits; not within a transaction. */
  setSynchronous(synchronous: Synchronous): void
  close(): void
}

/** Maximum number of cached statements. A query with `in (…)` has a statement for each length of its list. */
const maxStatements = 200
/**
 * Busy timeout of SQLite while the store opens: no requests are served yet, so SQLite may block
 * while another process migrates. Milliseconds.
 */
const openingTimeoutMs = 5000
/**
 * The maintenance thread runs checkpoints, because they wait for the disk. As a fallback, SQLite
 * runs one itself at this many pages (100 MB).
 */
const fallbackCheckpointPages = 25_000

type PreparedStatement = { readonly statement: StatementSync; readonly hasRows: boolean }

/**
 * Opens or creates the database at `path`. Statements block while another process holds a lock,
 * until `failWhenBusy` is called.
 *
 * @param onDamage called when a statement finds the file damaged
 */
export function openConnection(path: string, onDamage: () => void): SqliteConnection {
  const database = new DatabaseSync(path, { timeout: openingTimeoutMs })
  // WAL: readers never wait for writers.
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma wal_autocheckpoint = ${fallbackCheckpointPages}`)
  const statements = new LRUCache<string, PreparedStatement>({ max: maxStatements })
  let current: Synchronous = 'normal'
  const prepare = (sql: string): PreparedStatement => {
    let entry = statements.get(sql)
    if (!entry) {
      const statement = database.prepare(sql)
      statements.set(sql, (entry = { statement, hasRows: statement.columns().length > 0 }))
    }
    return entry
  }
  const run: SqliteConnection['run'] = (sql, parameters) => {
    const { statement, hasRows } = prepare(sql)
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
    setSynchronous(synchronous) {
      if (synchronous === current) return
      database.exec(`pragma synchronous = ${synchronous}`)
      current = synchronous
    },
    close() {
      if (database.isOpen) database.close()
    },
  }
}
