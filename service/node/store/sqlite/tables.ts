/** The rows of the SQLite tables (migrations.ts). Times are milliseconds since the epoch. */
import type { Generated } from 'kysely'
import type { KeyKind } from '#service/store/keys.ts'
import type { Flow } from '#service/store/tokens.ts'

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
  trades: { batch: string; source: string; part: number; body: string }
  scan_parts: { source: string; scan: string; part: number; body: string }
  volatilities: { source: string; symbol: string; day: string; iv30: number }
}
