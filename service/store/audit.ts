/**
 * The audit log of changes to credentials, domains, settings and sessions. Entries are added and read, never
 * changed.
 */

/** One audited action. It names what changed by public ids; secrets never appear. */
export type AuditEntry = {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The operator's command line, or the service itself (the demo account, the playground's domains). */
  readonly actor: 'operator' | 'service'
  /** `key-revoked`, `domain-added`, …; docs/operating.md lists them. */
  readonly action: string
  /** The account concerned; null if none. */
  readonly partnerId: string | null
  /** What changed: a key id, an origin, a setting's name; null for the account itself. */
  readonly subject: string | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

export interface AuditRepository {
  append(entry: AuditEntry): Promise<void>
  /** Newest first, at most `limit` entries; of one partner, or of all. */
  list(filter: {
    readonly partnerId?: string | undefined
    readonly limit: number
  }): Promise<readonly AuditEntry[]>
}
