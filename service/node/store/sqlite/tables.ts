/** The rows of the SQLite tables and how they are read. */
import type { Generated, Selectable } from 'kysely'
import type { AuthToken, Flow, Key, KeyKind, Partner, Scope, Session } from '#service/store/store.ts'

export type Tables = {
  partners: { id: string; name: string; settings: string; created_at: number }
  domains: { partner_id: string; origin: string }
  keys: {
    id: string
    kind: KeyKind
    partner_id: string
    secret_hash: string
    previous_hash: string | null
    previous_until: number | null
    scopes: string
    rate_per_minute: number | null
    addresses: string
    created_at: number
    last_used_at: number | null
    revoked_at: number | null
  }
  auth_tokens: {
    hash: string
    key_id: string
    partner_id: string
    user: string | null
    expires_at: number
    used_at: number | null
  }
  access_tokens: {
    hash: string
    key_id: string
    partner_id: string
    flow: Flow
    user: string
    expires_at: number
    ended_at: number | null
  }
  sessions: {
    id: string
    cookie_hash: string
    token_hash: string
    key_id: string
    partner_id: string
    origin: string
    instance: string
    expires_at: number
    ended_at: number | null
  }
  tickets: { hash: string; session_id: string; expires_at: number; used_at: number | null }
  legacy_tokens: { hash: string; key_id: string; partner_id: string; expires_at: number }
  batches: { seq: Generated<number>; source: string; id: string; body: string }
  volatilities: { source: string; symbol: string; day: string; iv30: number }
}

export function readPartner(row: Selectable<Tables['partners']>): Partner {
  return {
    id: row.id,
    name: row.name,
    settings: JSON.parse(row.settings) as Partner['settings'],
    createdAt: row.created_at,
  }
}

export function writeKey(key: Key): Tables['keys'] {
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
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  }
}

export function readKey(row: Selectable<Tables['keys']>): Key {
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
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}

export function readAuthToken(row: Selectable<Tables['auth_tokens']>): AuthToken {
  return {
    hash: row.hash,
    keyId: row.key_id,
    partnerId: row.partner_id,
    user: row.user,
    expiresAt: row.expires_at,
  }
}

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
