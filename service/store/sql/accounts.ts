/** Accounts in SQL. */
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { AccountRepository, Partner } from '#service/store/accounts.ts'
import { changedAny } from './changed-any.ts'
import type { Tables } from './tables.ts'

export function sqlAccounts(db: Kysely<Tables>): AccountRepository {
  return {
    async add({ id, name, settings, createdAt, disabledAt }) {
      await db
        .insertInto('partners')
        .values({
          id,
          name,
          settings: JSON.stringify(settings),
          created_at: createdAt,
          disabled_at: disabledAt,
        })
        .execute()
    },
    async find(id) {
      const row = await db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readPartner(row)
    },
    async list() {
      return (
        await db
          .selectFrom('partners')
          .selectAll()
          .orderBy('created_at')
          .orderBy(sql`rowid`)
          .execute()
      ).map(readPartner)
    },
    async rename(partnerId, name) {
      return changedAny(db.updateTable('partners').set({ name }).where('id', '=', partnerId))
    },
    async setSettings(partnerId, settings) {
      return changedAny(
        db
          .updateTable('partners')
          .set({ settings: JSON.stringify(settings) })
          .where('id', '=', partnerId),
      )
    },
    async setDisabled(partnerId, disabledAt) {
      return changedAny(
        db.updateTable('partners').set({ disabled_at: disabledAt }).where('id', '=', partnerId),
      )
    },

    async addDomain(partnerId, origin) {
      await db
        .insertInto('domains')
        .values({ partner_id: partnerId, origin })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async removeDomain(partnerId, origin) {
      const result = await db
        .deleteFrom('domains')
        .where('partner_id', '=', partnerId)
        .where('origin', '=', origin)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
    async domains(partnerId) {
      const rows = await db
        .selectFrom('domains')
        .select('origin')
        .where('partner_id', '=', partnerId)
        .orderBy('origin')
        .execute()
      return rows.map((row) => row.origin)
    },
  }
}

function readPartner(row: Selectable<Tables['partners']>): Partner {
  return {
    id: row.id,
    name: row.name,
    settings: JSON.parse(row.settings) as Partner['settings'],
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  }
}
