/** Reads or fills a complete Postgres database. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { BulkTransfer } from '#service/store/sql/bulk-transfer.ts'
import { assertNotNewerSchema } from '#service/store/sql/schema-steps.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { migrate } from './migrations.ts'
import { unlimitedDatabase } from './postgres.ts'

export function postgresBulkTransfer(url: string): BulkTransfer {
  return {
    read: (work) =>
      withDatabase(url, (db) =>
        db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
      ),
    async withoutMigration(work) {
      const db = unlimitedDatabase(url)
      try {
        return await db.transaction().execute(work)
      } finally {
        await db.destroy()
      }
    },
    fill: (work) =>
      withDatabase(url, async (db) => {
        const result = await db.transaction().execute(work)
        // The query planner has no statistics of tables that have just been filled.
        await sql`analyze`.execute(db)
        return result
      }),
  }
}

async function withDatabase<Result>(
  url: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const db = unlimitedDatabase(url)
  try {
    assertNotNewerSchema(await migrate(db))
    return await work(db)
  } finally {
    await db.destroy()
  }
}
