/** Sessions in SQLite. */
import type { Kysely, Selectable } from 'kysely'
import type { Session, SessionRepository } from '#service/store/sessions.ts'
import type { Tables } from './tables.ts'

export function sqliteSessions(db: Kysely<Tables>): SessionRepository {
  return {
    async open(session, now) {
      return db.transaction().execute(async (change) => {
        const ended = await change
          .updateTable('sessions')
          .set({ ended_at: now })
          .where('token_hash', '=', session.tokenHash)
          .where('ended_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        await change
          .insertInto('sessions')
          .values({
            id: session.id,
            cookie_hash: session.cookieHash,
            token_hash: session.tokenHash,
            key_id: session.keyId,
            partner_id: session.partnerId,
            origin: session.origin,
            instance: session.instance,
            expires_at: session.expiresAt,
            ended_at: null,
          })
          .execute()
        return ended?.id
      })
    },
    async byCookie(cookieHash, now) {
      const row = await liveSessions(db, now).where('cookie_hash', '=', cookieHash).executeTakeFirst()
      return row && readSession(row)
    },
    async byToken(tokenHash, now) {
      const row = await liveSessions(db, now).where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && readSession(row)
    },
    async end(id, now) {
      return db.transaction().execute(async (change) => {
        const ended = await change
          .updateTable('sessions')
          .set({ ended_at: now })
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .returning('token_hash')
          .executeTakeFirst()
        if (!ended) return false
        await change
          .updateTable('access_tokens')
          .set({ ended_at: now })
          .where('hash', '=', ended.token_hash)
          .execute()
        return true
      })
    },
    async live(ids, now) {
      const found = new Set<string>()
      // SQLite takes some thousand parameters at most.
      for (let from = 0; from < ids.length; from += 1000) {
        const rows = await liveSessions(db, now)
          .where('sessions.id', 'in', ids.slice(from, from + 1000))
          .execute()
        for (const row of rows) found.add(row.id)
      }
      return found
    },
  }
}

/** Sessions that are open at `now` and whose key has not been revoked. */
export const liveSessions = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('keys', 'keys.id', 'sessions.key_id')
    .selectAll('sessions')
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('keys.revoked_at', 'is', null)

export function readSession(row: Selectable<Tables['sessions']>): Session {
  return {
    id: row.id,
    cookieHash: row.cookie_hash,
    tokenHash: row.token_hash,
    keyId: row.key_id,
    partnerId: row.partner_id,
    origin: row.origin,
    instance: row.instance,
    expiresAt: row.expires_at,
  }
}
