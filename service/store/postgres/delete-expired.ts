/** Removes what has been over for long, in small pieces: nobody who writes meanwhile waits for more than one of them. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { keptAfterEndMs } from '#service/store/store.ts'
import { removeExpired } from '../sql/expired.ts'
import type { Tables } from '../sql/tables.ts'

/** Rows in one statement. */
const rowsAtOnce = 5_000

/** Any number, the same in every version: whoever removes holds it, and the other nodes leave it to him. */
const lock = 7_061_520_446_173_319

/** Deletes what ended or expired more than `keptAfterEndMs` before `now`; nothing where another node is at it. */
export async function forgetExpired(db: Kysely<Tables>, now: number): Promise<void> {
  const before = now - keptAfterEndMs
  // The lock is the connection's: it ends with it, also where this process is killed.
  await db.connection().execute(async (one) => {
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_lock(${sql.lit(lock)}) as mine`.execute(one)
    if (!rows[0]?.mine) return
    try {
      await removeExpired(one, before, { rowsAtOnce, rest: async () => {} })
    } finally {
      // Where this fails the connection is lost, and the lock with it: what went wrong before is what is told.
      await sql`select pg_advisory_unlock(${sql.lit(lock)})`.execute(one).catch(() => {})
    }
  })
}
