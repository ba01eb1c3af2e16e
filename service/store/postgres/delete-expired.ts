/** Deletes expired rows in portions, so that concurrent writers wait for one portion at most. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { deleteExpiredRows } from '#service/store/sql/expired.ts'
import type { Tables } from '#service/store/sql/tables.ts'

/** Maximum number of rows that a statement deletes. */
const rowsPerStatement = 5_000

/**
 * Arbitrary id of an advisory lock, the same in every version: only the node that holds the lock
 * deletes.
 */
const advisoryLockId = 7_061_520_446_173_319

/** Deletes rows whose retention has ended at `now`, unless another node is doing so. */
export async function deleteExpired(db: Kysely<Tables>, now: number): Promise<void> {
  // The lock belongs to the connection, so it is released even if this process is killed.
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      acquired: boolean
    }>`select pg_try_advisory_lock(${sql.lit(advisoryLockId)}) as acquired`.execute(connection)
    if (!rows[0]?.acquired) return
    try {
      await deleteExpiredRows(connection, now, { rowsPerStatement, pause: async () => {} })
    } finally {
      // If this fails, the connection is lost and the lock is released with it. An earlier error is more useful.
      await sql`select pg_advisory_unlock(${sql.lit(advisoryLockId)})`.execute(connection).catch(() => {})
    }
  })
}
