/**
 * The audit log of changes to credentials, domains, settings and sessions. It is append-only.
 */

/** One audited action. It contains public ids and no secrets. */
export type AuditEntry = {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The operator's command line, or the service itself (the demo account, the playground's domains). */
  readonly actor: 'operator' | 'service'
  /** `key-revoked`, `domain-added`, …; docs/operating.md lists them. */
  readonly action: string
  /** The changed account; null if the action is not about one account. */
  readonly partnerId: string | null
  /**
   * The changed item: a key id, an origin or the name of a setting; null for the account itself.
   */
  readonly subject: string | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

export interface AuditRepository {
  append(entry: AuditEntry): Promise<void>
  /** Time of the newest entry of an action, milliseconds since the epoch; null if there is none. */
  lastTime(action: string): Promise<number | null>
  /** Entries of one partner or of all, newest first, at most `limit`. */
  list(filter: {
    readonly partnerId?: string | undefined
    readonly limit: number
  }): Promise<readonly AuditEntry[]>
}
