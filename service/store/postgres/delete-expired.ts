/** Deletes long-expired rows in small pieces: concurrent writers wait for one piece at most. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { retentionAfterEndMs } from '#service/store/store.ts'
import { deleteExpiredRows } from '#service/store/sql/expired.ts'
import type { Tables } from '#service/store/sql/tables.ts'

/** Rows deleted per statement. */
const rowsPerStatement = 5_000

/** Arbitrary advisory lock id, the same in every version: the node that holds it deletes, the others skip. */
const advisoryLockId = 7_061_520_446_173_319

/** Deletes rows that ended or expired more than `retentionAfterEndMs` before `now`; nothing if another node is doing so. */
export async function deleteExpired(db: Kysely<Tables>, now: number): Promise<void> {
  const cutoff = now - retentionAfterEndMs
  // The lock belongs to the connection and ends with it, even if this process is killed.
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      acquired: boolean
    }>`select pg_try_advisory_lock(${sql.lit(advisoryLockId)}) as acquired`.execute(connection)
    if (!rows[0]?.acquired) return
    try {
      await deleteExpiredRows(connection, cutoff, { rowsPerStatement, pause: async () => {} })
    } finally {
      // If this fails the connection is lost, and the lock with it; the earlier error is the one to report.
      await sql`select pg_advisory_unlock(${sql.lit(advisoryLockId)})`.execute(connection).catch(() => {})
    }
  })
}
