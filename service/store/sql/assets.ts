/** Published files of the app in SQL. */
import type { Kysely } from 'kysely'
import { slices } from '#service/shared/slices.ts'
import type { AssetRepository } from '#service/store/assets.ts'
import type { Tables } from './tables.ts'

/** Files that one statement adds: about 100 KB. */
const filesPerStatement = 20

export function sqlAssets(db: Kysely<Tables>): AssetRepository {
  return {
    async publicationTimes() {
      const rows = await db.selectFrom('published_assets').select(['name', 'published_at']).execute()
      return new Map(rows.map((row) => [row.name, row.published_at]))
    },
    async find(name) {
      const row = await db
        .selectFrom('published_assets')
        .select(['name', 'type', 'etag', 'encoding', 'body'])
        .where('name', '=', name)
        .executeTakeFirst()
      return row && { ...row, body: Uint8Array.from(row.body) }
    },
    async publish(assets, now) {
      // All nodes lock the rows in the same order, so that they never wait for each other.
      const sorted = assets.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      for (const slice of slices(sorted, filesPerStatement))
        await db
          .insertInto('published_assets')
          .values(slice.map((asset) => ({ ...asset, published_at: now })))
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ published_at: now }))
          .execute()
    },
  }
}
