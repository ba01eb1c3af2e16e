/** The database in Postgres as a whole. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WholeStore } from '#service/store/sql/whole-store.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { migrate } from './migrations.ts'
import { unlimitedDatabase } from './postgres.ts'

export function wholePostgres(url: string): WholeStore {
  return {
    read: (work) =>
      opened(url, (db) =>
        db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
      ),
    fill: (work) =>
      opened(url, async (db) => {
        const filled = await db.transaction().execute(work)
        // The planner has no statistics of tables that were filled at once.
        await sql`analyze`.execute(db)
        return filled
      }),
  }
}

async function opened<Result>(url: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const db = unlimitedDatabase(url)
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
  }
}
