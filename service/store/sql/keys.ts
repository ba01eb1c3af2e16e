/** Keys in SQL. */
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Key, KeyRepository, Scope } from '#service/store/keys.ts'
import { changedAny } from './changed-any.ts'
import type { Tables } from './tables.ts'

export function sqlKeys(db: Kysely<Tables>): KeyRepository {
  return {
    async add(key) {
      await db.insertInto('keys').values(writeKey(key)).execute()
    },
    async find(id) {
      const row = await keysWithAccount(db).where('keys.id', '=', id).executeTakeFirst()
      return row && readKey(row)
    },
    async list(partnerId) {
      const query = keysWithAccount(db)
        .orderBy('keys.created_at')
        .orderBy(sql`keys.rowid`)
      const rows = await (
        partnerId === undefined ? query : query.where('partner_id', '=', partnerId)
      ).execute()
      return rows.map(readKey)
    },
    async replaceSecret(id, secretHash, previous) {
      return changedAny(
        db
          .updateTable('keys')
          .set({
            secret_hash: secretHash,
            previous_hash: previous?.secretHash ?? null,
            previous_until: previous?.until ?? null,
          })
          .where('id', '=', id)
          .where('revoked_at', 'is', null),
      )
    },
    async revoke(id, revokedAt) {
      return changedAny(
        db
          .updateTable('keys')
          .set({ revoked_at: revokedAt })
          .where('id', '=', id)
          .where('revoked_at', 'is', null),
      )
    },
    async touch(id, usedAt) {
      await db.updateTable('keys').set({ last_used_at: usedAt }).where('id', '=', id).execute()
    },
  }
}

const keysWithAccount = (db: Kysely<Tables>) =>
  db
    .selectFrom('keys')
    .innerJoin('partners', 'partners.id', 'keys.partner_id')
    .selectAll('keys')
    .select('partners.disabled_at')

function writeKey(key: Omit<Key, 'disabledAt'>): Tables['keys'] {
  return {
    id: key.id,
    kind: key.kind,
    partner_id: key.partnerId,
    secret_hash: key.secretHash,
    previous_hash: key.previous?.secretHash ?? null,
    previous_until: key.previous?.until ?? null,
    scopes: key.scopes.join(' '),
    rate_per_minute: key.ratePerMinute,
    addresses: key.addresses.join(' '),
    certificate: key.certificate,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  }
}

function readKey(row: Selectable<Tables['keys'] & Pick<Tables['partners'], 'disabled_at'>>): Key {
  const words = (text: string) => (text === '' ? [] : text.split(' '))
  return {
    id: row.id,
    kind: row.kind,
    partnerId: row.partner_id,
    secretHash: row.secret_hash,
    previous:
      row.previous_hash === null || row.previous_until === null
        ? null
        : { secretHash: row.previous_hash, until: row.previous_until },
    scopes: words(row.scopes) as Scope[],
    ratePerMinute: row.rate_per_minute,
    addresses: words(row.addresses),
    certificate: row.certificate,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    disabledAt: row.disabled_at,
  }
}
