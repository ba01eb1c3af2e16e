/** The audit log in SQL. */
import type { Kysely } from 'kysely'
import type { AuditEntry, AuditRepository } from '#service/store/audit.ts'
import type { Tables } from './tables.ts'

export function sqlAudit(db: Kysely<Tables>): AuditRepository {
  return {
    async append({ at, actor, action, partnerId, subject, details }) {
      await db
        .insertInto('audit')
        .values({ at, actor, action, partner_id: partnerId, subject, details: JSON.stringify(details) })
        .execute()
    },
    async lastTime(action) {
      const newest = db.selectFrom('audit').select('at').where('action', '=', action)
      return (await newest.orderBy('seq', 'desc').limit(1).executeTakeFirst())?.at ?? null
    },
    async list({ partnerId, limit }) {
      const newest = db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(limit)
      const rows = await (
        partnerId === undefined ? newest : newest.where('partner_id', '=', partnerId)
      ).execute()
      return rows.map((row): AuditEntry => ({
        at: row.at,
        actor: row.actor,
        action: row.action,
        partnerId: row.partner_id,
        subject: row.subject,
        details: JSON.parse(row.details) as AuditEntry['details'],
      }))
    },
  }
}
