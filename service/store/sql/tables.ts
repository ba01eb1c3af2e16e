/**
 * The tables of all SQL engines, which their migrations create. Times are milliseconds since the
 * epoch.
 */
import type { Generated } from 'kysely'
import type { DataClass } from '#contract/responses/data-class.ts'
import type { PublishedAsset } from '#service/store/assets.ts'
import type { AuditEntry } from '#service/store/audit.ts'
import type { FontFace } from '#service/store/fonts.ts'
import type { KeyKind } from '#service/store/keys.ts'
import type { ScanResult } from '#service/store/scan-outcomes.ts'
import type { Flow } from '#service/store/sessions.ts'

export type Tables = {
  partners: { id: string; name: string; settings: string; created_at: number; disabled_at: number | null }
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
    certificate: string | null
    created_at: number
    expires_at: number | null
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
    flow: Flow
    user: string
    origin: string
    instance: string
    address_block: string
    opened_at: number
    expires_at: number
    ended_at: number | null
  }
  tickets: { hash: string; session_id: string; expires_at: number; used_at: number | null }
  legacy_tokens: { hash: string; key_id: string; partner_id: string; expires_at: number }
  audit: {
    seq: Generated<number>
    at: number
    actor: AuditEntry['actor']
    action: string
    partner_id: string | null
    subject: string | null
    details: string
  }
  /** `withdrawn`: 1 if rolled back, otherwise 0. The newest batch with 0 is served. */
  batches: { seq: Generated<number>; source: string; id: string; body: string; withdrawn: Generated<number> }
  trades: { batch: string; source: string; part: number; body: string }
  scan_parts: { source: string; scan: string; part: number; body: string }
  /** `withdrawal_reason`: empty and `loader_withdrawn`: 0 if not withdrawn. */
  releases: {
    version: string
    promoted_at: number | null
    withdrawn_at: number | null
    withdrawal_reason: string
    loader_withdrawn: number
  }
  /** `metrics` is JSON; `body` is the file in base64. */
  font_faces: {
    font_id: string
    partner_id: string
    family: string
    weight: string
    style: FontFace['style']
    file: string
    metrics: string
    created_at: number
    body: string
  }
  published_assets: {
    name: string
    type: string
    etag: string
    encoding: PublishedAsset['encoding']
    body: Uint8Array
    published_at: number
  }
  pepper_check: { id: number; value: string }
  /** `published`, `refused` and `failed`: number of scans with that outcome, up to this one. */
  scan_outcomes: {
    seq: Generated<number>
    source: string
    outcome: ScanResult
    body: string
    published: number
    refused: number
    failed: number
  }
  /** The public files of the sealed record, and what lists show of them. */
  record_entries: {
    series: string
    number: number
    night: string
    published_at: string
    sha256: string
    previous_sha256: string | null
    key_id: string
    ideas: number
    picks: number
    resolutions: number
    file: string
  }
  /** `body` and `resolution` are JSON; `resolution` is null while the pick is open. */
  record_picks: {
    series: string
    night: string
    pick: number
    symbol: string
    expiry: string
    body: string
    resolution: string | null
  }
  record_dividends: { series: string; symbol: string; ex_date: string; amount: number }
  volatilities: { source: string; symbol: string; day: string; iv30: number }
  /** Users to whom licensed data was shown, by month `YYYY-MM` of the exchange. */
  usage: { month: string; partner_id: string; user_hash: string; class: DataClass }
}
