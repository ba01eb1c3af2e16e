/** Kysely over Node's own SQLite: the dialect Kysely ships expects better-sqlite3's shape and keeps no queue. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/** One connection, handed to one caller at a time: a transaction is never interleaved with another's statements. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function driver(database: DatabaseSync): Driver {
  let free: Promise<void> = Promise.resolve()
  let release: () => void = () => {}
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      const statement = database.prepare(sql)
      const values = parameters as readonly SQLInputValue[]
      if (statement.columns().length > 0) return { rows: statement.all(...values) as never[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    // eslint-disable-next-line require-yield
    streamQuery: async function* () {
      throw new Error('streaming is not used here')
    },
  }
  const run = async (sql: string) => void (await connection.executeQuery(CompiledQuery.raw(sql)))
  return {
    init: async () => {},
    acquireConnection: async () => {
      const before = free
      let done!: () => void
      free = new Promise((resolve) => (done = resolve))
      await before
      release = done
      return connection
    },
    // `immediate` takes the write lock at once, so that two processes never deadlock half-way.
    beginTransaction: async () => run('begin immediate'),
    commitTransaction: async () => run('commit'),
    rollbackTransaction: async () => run('rollback'),
    releaseConnection: async () => release(),
    destroy: async () => database.close(),
  }
}
