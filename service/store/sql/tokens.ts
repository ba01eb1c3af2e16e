/** Tokens and tickets in SQL. */
import type { Kysely, Selectable } from 'kysely'
import type { AuthToken, TokenRepository } from '#service/store/tokens.ts'
import { liveSessions, readSession } from './sessions.ts'
import type { Tables } from './tables.ts'

export function sqlTokens(db: Kysely<Tables>): TokenRepository {
  return { ...authTokens(db), ...accessTokens(db), ...tickets(db), ...legacyTokens(db) }
}

type Methods<Name extends keyof TokenRepository> = Pick<TokenRepository, Name>

function authTokens(db: Kysely<Tables>): Methods<'addAuthToken' | 'consumeAuthToken' | 'consumedAuthToken'> {
  return {
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
        .where((eb) => eb.or([eb('user', 'is', null), eb('user', '=', user)]))
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('keys')
              .innerJoin('partners', 'partners.id', 'keys.partner_id')
              .select('keys.id')
              .whereRef('keys.id', '=', 'auth_tokens.key_id')
              .where('keys.revoked_at', 'is', null)
              .where('partners.disabled_at', 'is', null),
          ),
        )
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
  }
}

function accessTokens(db: Kysely<Tables>): Methods<'addAccessToken' | 'accessToken'> {
  return {
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
        .innerJoin('partners', 'partners.id', 'keys.partner_id')
        .selectAll('access_tokens')
        .where('access_tokens.hash', '=', hash)
        .where('access_tokens.ended_at', 'is', null)
        .where('access_tokens.expires_at', '>', now)
        .where('keys.revoked_at', 'is', null)
        .where('partners.disabled_at', 'is', null)
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
  }
}

function tickets(db: Kysely<Tables>): Methods<'addTicket' | 'consumeTicket'> {
  return {
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
      const row =
        ticket &&
        (await liveSessions(db, now).where('sessions.id', '=', ticket.session_id).executeTakeFirst())
      return row && readSession(row)
    },
  }
}

function legacyTokens(db: Kysely<Tables>): Methods<'addLegacyToken' | 'legacyToken'> {
  return {
    async addLegacyToken({ hash, keyId, partnerId, expiresAt }) {
      await db
        .insertInto('legacy_tokens')
        .values({ hash, key_id: keyId, partner_id: partnerId, expires_at: expiresAt })
        .execute()
    },
    async legacyToken(hash, now) {
      const row = await db
        .selectFrom('legacy_tokens')
        .innerJoin('partners', 'partners.id', 'legacy_tokens.partner_id')
        .selectAll('legacy_tokens')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .where('partners.disabled_at', 'is', null)
        .executeTakeFirst()
      return (
        row && { hash: row.hash, keyId: row.key_id, partnerId: row.partner_id, expiresAt: row.expires_at }
      )
    },
  }
}

function readAuthToken(row: Selectable<Tables['auth_tokens']>): AuthToken {
  return {
    hash: row.hash,
    keyId: row.key_id,
    partnerId: row.partner_id,
    user: row.user,
    expiresAt: row.expires_at,
  }
}
