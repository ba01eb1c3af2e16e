/** One connection to a database file, whose statements are prepared once and kept. */
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
   * From here on calls that another one keeps out fail at once (`isBusy`): waiting is the caller's business, because
   * SQLite's own stops the event loop.
   */
  waitsNoMore(): void
  /** Runs one statement; throws what SQLite says. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<never>
  /** How durable the commits from here on are; not within a transaction. */
  commitAs(synchronous: Synchronous): void
  close(): void
}

/** Statements kept; those of `in (…)` are one for each number of values. */
const keptStatements = 200
/** While the store is opened nobody is served yet: there SQLite may wait for others, migrating at the same moment. Milliseconds. */
const openingPatienceMs = 5000
/**
 * Moving the log into the database takes a disk's time: the keeper does it in its thread. At this many pages, 100 MB, SQLite
 * does it by itself, should nobody else.
 */
const lastCheckpointAt = 25_000

type Kept = { readonly statement: StatementSync; readonly hasRows: boolean }

/**
 * Opens, or makes, the database at `path`. Where another one holds it locked SQLite waits, until `waitsNoMore`.
 *
 * @param onDamage hears that the file is no longer what it was
 */
export function openConnection(path: string, onDamage: () => void): SqliteConnection {
  const database = new DatabaseSync(path, { timeout: openingPatienceMs })
  // WAL: who reads never waits for who writes.
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma wal_autocheckpoint = ${lastCheckpointAt}`)
  const kept = new LRUCache<string, Kept>({ max: keptStatements })
  let current: Synchronous = 'normal'
  const prepared = (sql: string): Kept => {
    let one = kept.get(sql)
    if (!one) {
      const statement = database.prepare(sql)
      kept.set(sql, (one = { statement, hasRows: statement.columns().length > 0 }))
    }
    return one
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
    waitsNoMore: () => database.exec('pragma busy_timeout = 0'),
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
