/** The keys of partners. The store receives secrets already hashed. */

/**
 * `widget`: public apiKey with secretKey; `subscription`: one key (docs/specification.md 5.1); `client`:
 * OAuth client (docs/specification.md 5.2).
 */
export type KeyKind = 'widget' | 'subscription' | 'client'

/** A product of the data API that a subscription key may be limited to. */
export type Scope = 'what' | 'why' | 'how'

/** One key of a partner. Times are milliseconds since the epoch. */
export type Key = {
  /** The public part: the apiKey, the client_id, or the subscription key without its secret. */
  readonly id: string
  readonly kind: KeyKind
  readonly partnerId: string
  /** Keyed hash of the secret part. */
  readonly secretHash: string
  /**
   * The secret before the last rotation, which is accepted until `until` (exclusive); null = none.
   */
  readonly previous: { readonly secretHash: string; readonly until: number } | null
  readonly scopes: readonly Scope[]
  /** Requests per minute; null = the service's default. */
  readonly ratePerMinute: number | null
  /** Addresses or CIDR ranges the key may be used from; empty = anywhere. */
  readonly addresses: readonly string[]
  /** SHA-256 of the client certificate required with the key (64 hex digits of its DER form); null = none. */
  readonly certificate: string | null
  readonly createdAt: number
  /** Time from which it is refused, with everything that was issued for it; null = it does not expire. */
  readonly expiresAt: number | null
  /** Null = never. */
  readonly lastUsedAt: number | null
  /** Null = not revoked. */
  readonly revokedAt: number | null
  /**
   * Time at which its account was disabled; null = enabled. Read from the account, not stored with
   * the key.
   */
  readonly disabledAt: number | null
}

/** Whether a key is valid: not revoked, not expired, account enabled. `now`: milliseconds since the epoch. */
export const isUsable = (
  { revokedAt, disabledAt, expiresAt }: Pick<Key, 'revokedAt' | 'disabledAt' | 'expiresAt'>,
  now: number,
): boolean => revokedAt === null && disabledAt === null && (expiresAt === null || now < expiresAt)

/** End of a credential that is issued for a key: its own lifetime, but not beyond the key. Milliseconds since the epoch. */
export const endWithKey = ({ expiresAt }: Pick<Key, 'expiresAt'>, end: number): number =>
  expiresAt === null ? end : Math.min(end, expiresAt)

export interface KeyRepository {
  /** Fails if the id is taken. */
  add(key: Omit<Key, 'disabledAt'>): Promise<void>
  /** The key, even if it is revoked; undefined if there is no such key. */
  find(id: string): Promise<Key | undefined>
  /** Keys of one partner or of all, with revoked ones, oldest first. */
  list(partnerId?: string): Promise<readonly Key[]>
  /** Replaces both hashes, atomically. False if there is no such key or it is revoked. */
  replaceSecret(id: string, secretHash: string, previous: Key['previous']): Promise<boolean>
  /** Revokes the key, which ends its tokens and sessions. False if there is no such key or it was revoked before. */
  revoke(id: string, revokedAt: number): Promise<boolean>
  /** Records that the key was used at `usedAt`; ignores unknown keys. */
  touch(id: string, usedAt: number): Promise<void>
}
