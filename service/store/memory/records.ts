/** The records that the memory store's repositories share. */
import type { ReleaseState } from '#service/shared/release-channels.ts'
import type { Partner } from '../accounts.ts'
import type { AuditEntry } from '../audit.ts'
import type { FontFace } from '../fonts.ts'
import type { Key } from '../keys.ts'
import type { Session } from '../sessions.ts'
import type { AccessToken, AuthToken, LegacyToken, Ticket } from '../tokens.ts'

/** Times are milliseconds since the epoch; null if not used yet, or if not ended yet. */
type Usage = { usedAt: number | null }
type EndState = { endedAt: number | null }

export type Records = {
  /** By account (partner) id. */
  readonly partners: Map<string, Partner>
  /** Listed origins by account (partner) id. */
  readonly domains: Map<string, Set<string>>
  readonly keys: Map<string, Omit<Key, 'disabledAt'>>
  readonly authTokens: Map<string, AuthToken & Usage>
  readonly accessTokens: Map<string, AccessToken & EndState>
  readonly tickets: Map<string, Ticket & Usage>
  readonly legacyTokens: Map<string, LegacyToken>
  readonly sessions: Map<string, Session & EndState>
  /** By version. */
  readonly releases: Map<string, ReleaseState>
  /** By font id, style and weight. */
  readonly fontFaces: Map<string, FontFace>
  /** Entries by ascending number. */
  readonly audit: Map<number, AuditEntry>
}

/** New maps without records. */
export const emptyRecords = (): Records => ({
  partners: new Map(),
  domains: new Map(),
  keys: new Map(),
  authTokens: new Map(),
  accessTokens: new Map(),
  tickets: new Map(),
  legacyTokens: new Map(),
  sessions: new Map(),
  releases: new Map(),
  fontFaces: new Map(),
  audit: new Map(),
})

/** Takes a snapshot and returns the function that restores it. */
export function takeSnapshot(records: Records): () => void {
  const snapshot = structuredClone(records)
  return () => {
    for (const name of Object.keys(records) as (keyof Records)[]) {
      const rows = records[name] as Map<unknown, unknown>
      rows.clear()
      for (const [id, row] of snapshot[name]) rows.set(id, row)
    }
  }
}

/** Time at which the account was disabled; null if it is enabled. */
export const disabledAt = ({ partners }: Records, partnerId: string): number | null =>
  partners.get(partnerId)?.disabledAt ?? null

/** Whether the key exists, is not revoked, and its account is enabled. */
export function isKeyValid(records: Records, id: string): boolean {
  const key = records.keys.get(id)
  return key?.revokedAt === null && disabledAt(records, key.partnerId) === null
}

/** Returns the token or session if it has not ended or expired at `now` and its key is valid. */
export function validRecord<Row extends EndState & { readonly keyId: string; readonly expiresAt: number }>(
  records: Records,
  row: Row | undefined,
  now: number,
): Omit<Row, 'endedAt'> | undefined {
  if (!row || row.endedAt !== null || row.expiresAt <= now || !isKeyValid(records, row.keyId))
    return undefined
  const { endedAt: _endedAt, ...record } = row
  return record
}
