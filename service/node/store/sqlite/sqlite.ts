/** The store in SQLite: the embedded default. One file in DATA_DIR, shared by the service and the operator's command line. */
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { keptAfterEndMs } from '#service/store/store.ts'
import type { Store } from '#service/store/store.ts'
import { sqliteAccounts } from './accounts.ts'
import { sqliteBatches } from './batches.ts'
import { sqliteDialect } from './dialect.ts'
import { sqliteKeys } from './keys.ts'
import { migrate } from './migrations.ts'
import { sqliteSessions } from './sessions.ts'
import type { Tables } from './tables.ts'
import { sqliteTokens } from './tokens.ts'

/**
 * Opens, or makes, the database at `path` (`:memory:` for a passing one) and brings its tables up to date.
 * `source` names the market: batches and volatilities of one are never mixed with another's.
 */
export function sqliteStore(path: string, source = 'simulated'): Store {
  const database = new DatabaseSync(path)
  // WAL lets the command line write while the service reads; a writer waits for another one instead of failing.
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; pragma foreign_keys = on',
  )
  migrate(database)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) })

  return {
    accounts: sqliteAccounts(db),
    keys: sqliteKeys(db),
    tokens: sqliteTokens(db),
    sessions: sqliteSessions(db),
    batches: sqliteBatches(db, source),
    async forget(now) {
      const before = now - keptAfterEndMs
      await db.transaction().execute(async (change) => {
        for (const table of ['auth_tokens', 'tickets', 'legacy_tokens'] as const) {
          await change.deleteFrom(table).where('expires_at', '<', before).execute()
        }
        for (const table of ['access_tokens', 'sessions'] as const) {
          await change
            .deleteFrom(table)
            .where((is) => is.or([is('expires_at', '<', before), is('ended_at', '<', before)]))
            .execute()
        }
      })
    },
    async check() {
      await db.selectFrom('partners').select('id').limit(1).execute()
    },
    async close() {
      // Kysely closes only what it has used; a store opened and closed at once is closed here.
      await db.destroy()
      if (database.isOpen) database.close()
    },
  }
}
