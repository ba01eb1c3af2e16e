/** States of releases in SQL. */
import type { Kysely } from 'kysely'
import type { ReleaseRepository } from '#service/store/releases.ts'
import type { Tables } from './tables.ts'

export function sqlReleases(db: Kysely<Tables>): ReleaseRepository {
  return {
    async list() {
      const rows = await db.selectFrom('releases').selectAll().orderBy('version').execute()
      return rows.map((row) => ({
        version: row.version,
        promotedAt: row.promoted_at,
        withdrawal:
          row.withdrawn_at === null
            ? null
            : {
                at: row.withdrawn_at,
                reason: row.withdrawal_reason,
                includesLoader: row.loader_withdrawn === 1,
              },
      }))
    },
    async put({ version, promotedAt, withdrawal }) {
      const columns = {
        promoted_at: promotedAt,
        withdrawn_at: withdrawal?.at ?? null,
        withdrawal_reason: withdrawal?.reason ?? '',
        loader_withdrawn: withdrawal?.includesLoader ? 1 : 0,
      }
      await db
        .insertInto('releases')
        .values({ version, ...columns })
        .onConflict((conflict) => conflict.column('version').doUpdateSet(columns))
        .execute()
    },
  }
}
