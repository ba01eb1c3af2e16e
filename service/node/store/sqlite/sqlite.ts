/** The store in SQLite: the embedded default. One file in DATA_DIR, shared by the service and the operator's command line. */
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { sqliteDialect } from './dialect.ts'
import { migrate } from './migrations.ts'
import { sqliteScans } from './batches.ts'
import { readAuthToken, readKey, readPartner, readSession, writeKey } from './tables.ts'
import type { Tables } from './tables.ts'
import { keptAfterEndMs } from '#service/store/store.ts'
import type { Store } from '#service/store/store.ts'

/**
 * Opens, or makes, the database at `path` (`:memory:` for a passing one) and brings its tables up to date.
 * `source` names the market: scans and volatilities of one are never mixed with another's.
 */
export function sqliteStore(path: string, source = 'simulated'): Store {
  const database = new DatabaseSync(path)
  // WAL lets the command line write while the service reads; a writer waits for another one instead of failing.
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; pragma foreign_keys = on',
  )
  migrate(database)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) })

  /** Sessions that are open at `now` and whose key has not been revoked. */
  const live = (now: number) =>
    db
      .selectFrom('sessions')
      .innerJoin('keys', 'keys.id', 'sessions.key_id')
      .selectAll('sessions')
      .where('sessions.ended_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('keys.revoked_at', 'is', null)

  return {
    async addPartner({ id, name, settings, createdAt }) {
      await db
        .insertInto('partners')
        .values({ id, name, settings: JSON.stringify(settings), created_at: createdAt })
        .execute()
    },
    async partner(id) {
      const row = await db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readPartner(row)
    },
    async partners() {
      return (
        await db
          .selectFrom('partners')
          .selectAll()
          .orderBy('created_at')
          .orderBy(sql`rowid`)
          .execute()
      ).map(readPartner)
    },
    async setSettings(partnerId, settings) {
      const result = await db
        .updateTable('partners')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', partnerId)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
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

    async addKey(key) {
      await db.insertInto('keys').values(writeKey(key)).execute()
    },
    async key(id) {
      const row = await db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst()
      return row && readKey(row)
    },
    async keys(partnerId) {
      const all = db
        .selectFrom('keys')
        .selectAll()
        .orderBy('created_at')
        .orderBy(sql`rowid`)
      return (await (partnerId === undefined ? all : all.where('partner_id', '=', partnerId)).execute()).map(
        readKey,
      )
    },
    async replaceSecret(id, secretHash, previous) {
      const result = await db
        .updateTable('keys')
        .set({
          secret_hash: secretHash,
          previous_hash: previous?.secretHash ?? null,
          previous_until: previous?.until ?? null,
        })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
    async revokeKey(id, at) {
      const result = await db
        .updateTable('keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
    async touchKey(id, at) {
      await db.updateTable('keys').set({ last_used_at: at }).where('id', '=', id).execute()
    },

    async addAuthToken({ hash, keyId, partnerId, user, expiresAt }) {
      await db
        .insertInto('auth_tokens')
        .values({ hash, key_id: keyId, partner_id: partnerId, user, expires_at: expiresAt, used_at: null })
        .execute()
    },
    async consumeAuthToken(hash, user, now) {
      const row = await db
        .updateTable('auth_tokens')
        .set({ used_at: now })
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .where((is) => is.or([is('user', 'is', null), is('user', '=', user)]))
        .where('key_id', 'in', (from) => from.selectFrom('keys').select('id').where('revoked_at', 'is', null))
        .returningAll()
        .executeTakeFirst()
      return row && readAuthToken(row)
    },
    async consumedAuthToken(hash) {
      const row = await db
        .selectFrom('auth_tokens')
        .selectAll()
        .where('hash', '=', hash)
        .where('used_at', 'is not', null)
        .executeTakeFirst()
      return row && readAuthToken(row)
    },

    async addAccessToken({ hash, keyId, partnerId, flow, user, expiresAt }) {
      await db
        .insertInto('access_tokens')
        .values({
          hash,
          key_id: keyId,
          partner_id: partnerId,
          flow,
          user,
          expires_at: expiresAt,
          ended_at: null,
        })
        .execute()
    },
    async accessToken(hash, now) {
      const row = await db
        .selectFrom('access_tokens')
        .innerJoin('keys', 'keys.id', 'access_tokens.key_id')
        .selectAll('access_tokens')
        .where('access_tokens.hash', '=', hash)
        .where('access_tokens.ended_at', 'is', null)
        .where('access_tokens.expires_at', '>', now)
        .where('keys.revoked_at', 'is', null)
        .executeTakeFirst()
      return (
        row && {
          hash: row.hash,
          keyId: row.key_id,
          partnerId: row.partner_id,
          flow: row.flow,
          user: row.user,
          expiresAt: row.expires_at,
        }
      )
    },

    async openSession(session, now) {
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
    async sessionByCookie(cookieHash, now) {
      const row = await live(now).where('cookie_hash', '=', cookieHash).executeTakeFirst()
      return row && readSession(row)
    },
    async sessionByToken(tokenHash, now) {
      const row = await live(now).where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && readSession(row)
    },
    async endSession(id, now) {
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
    async liveSessions(ids, now) {
      const found = new Set<string>()
      // SQLite takes some thousand parameters at most.
      for (let from = 0; from < ids.length; from += 1000) {
        const rows = await live(now)
          .where('sessions.id', 'in', ids.slice(from, from + 1000))
          .execute()
        for (const row of rows) found.add(row.id)
      }
      return found
    },

    async addTicket({ hash, sessionId, expiresAt }) {
      await db
        .insertInto('tickets')
        .values({ hash, session_id: sessionId, expires_at: expiresAt, used_at: null })
        .execute()
    },
    async consumeTicket(hash, now) {
      const ticket = await db
        .updateTable('tickets')
        .set({ used_at: now })
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('session_id')
        .executeTakeFirst()
      const row = ticket && (await live(now).where('sessions.id', '=', ticket.session_id).executeTakeFirst())
      return row && readSession(row)
    },

    async addLegacyToken({ hash, keyId, partnerId, expiresAt }) {
      await db
        .insertInto('legacy_tokens')
        .values({ hash, key_id: keyId, partner_id: partnerId, expires_at: expiresAt })
        .execute()
    },
    async legacyToken(hash, now) {
      const row = await db
        .selectFrom('legacy_tokens')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return (
        row && { hash: row.hash, keyId: row.key_id, partnerId: row.partner_id, expiresAt: row.expires_at }
      )
    },

    ...sqliteScans(db, source),

    async forget(now) {
      const before = now - keptAfterEndMs
      await db.transaction().execute(async (change) => {
        for (const table of ['auth_tokens', 'tickets', 'legacy_tokens'] as const) {
          await change.deleteFrom(table).where('expires_at', '<', before).execute()
        }
        for (const table of ['access_tokens', 'sessions'] as const) {
          await change
            .deleteFrom(table)
            .where((is) => is.or([is('expires_at', '<', before), is('ended_at', '<', before)]))
            .execute()
        }
      })
    },
    async check() {
      await db.selectFrom('partners').select('id').limit(1).execute()
    },
    async close() {
      // Kysely closes only what it has used; a store opened and closed at once is closed here.
      await db.destroy()
      if (database.isOpen) database.close()
    },
  }
}
