/**
 * The service's persistent state as repositories: accounts, keys, tokens, sessions, batches, outcomes of
 * scans, the audit log.
 *
 * A store decides nothing about credentials: every secret arrives already hashed
 * (`access/credentials/hashing.ts`), so a copy of the database holds no usable key. Operations documented as
 * one step are atomic across callers and processes. A call that cannot reach its data fails; it never returns
 * "not found". store.suite.ts checks every implementation.
 *
 * Depend on the repositories that you use (`KeyRepository`, `Pick<Store, 'keys' | 'tokens'>`), not on the
 * whole store.
 */
import type { AccountRepository } from './accounts.ts'
import type { AuditRepository } from './audit.ts'
import type { BatchRepository } from './batches.ts'
import type { Invalidations } from './invalidation-events.ts'
import type { KeyRepository } from './keys.ts'
import type { PepperCheck } from './pepper-check.ts'
import type { ScanOutcomeRepository } from './scan-outcomes.ts'
import type { SessionRepository } from './sessions.ts'
import type { TokenRepository } from './tokens.ts'

export interface Store {
  readonly accounts: AccountRepository
  readonly keys: KeyRepository
  readonly tokens: TokenRepository
  readonly sessions: SessionRepository
  readonly batches: BatchRepository
  readonly audit: AuditRepository
  readonly pepperCheck: PepperCheck
  /**
   * A transaction over several repositories: all writes of `work` through its argument are committed when
   * this resolves, and none if it rejects. `work` must use no other part of the store, which may be waiting
   * for the transaction, and should be short.
   */
  together<Result>(work: (parts: Changing) => Promise<Result>): Promise<Result>
  /**
   * A counter that changes whenever a key, domain, token or session may have been revoked, rotated, removed
   * or ended, or an account's settings changed, by any process. Null if unknown: then cached credentials must
   * not be used. Read it before the query whose result is cached. Synchronous and takes microseconds: every
   * request reads it.
   */
  accessVersion(): number | null
  /**
   * Registers a listener for what calls on this object invalidate (`report-invalidations.ts`), not for the
   * calls of other processes. A call resolves after the listeners have.
   */
  readonly onInvalidation: Invalidations['listen']
  readonly scans: ScanOutcomeRepository
  /** Deletes tokens, tickets and sessions that ended or expired more than `retentionAfterEndMs` before `now`. */
  forget(now: number): Promise<void>
  /**
   * Fails if the store cannot be read and written, with a StoreError if the cause is known. Cheap: an engine
   * may return a result of the last second.
   */
  check(): Promise<void>
  /** Ends the store; no call may follow. */
  close(): Promise<void>
}

/**
 * Repositories that can be changed in one transaction: credentials, domains, sessions, the served batch, and
 * audit entries.
 */
export type Changing = Pick<Store, 'accounts' | 'keys' | 'sessions' | 'batches' | 'audit'>

/** Retention of ended and expired records, to distinguish a replayed token from an unknown one. Milliseconds. */
export const retentionAfterEndMs = 24 * 3600_000
