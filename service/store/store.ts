/**
 * The persistent state of the service, as repositories: accounts, keys, tokens, sessions, batches,
 * outcomes of scans, the sealed record, the usage of licensed data, states of releases, uploaded
 * fonts, files of the app, and the audit log.
 *
 * A store does not verify credentials. It receives secrets already hashed
 * (`access/credentials/hashing.ts`), so a copy of the database contains no usable key. Atomic
 * operations are atomic across callers and processes. A call that cannot reach its data fails; it
 * never returns "not found". store.suite.ts tests every implementation.
 *
 * Depend on the repositories that you use (`KeyRepository`, `Pick<Store, 'keys' | 'tokens'>`), not
 * on `Store`.
 */
import type { AccountRepository } from './accounts.ts'
import type { AssetRepository } from './assets.ts'
import type { AuditRepository } from './audit.ts'
import type { BatchRepository } from './batches.ts'
import type { FontRepository } from './fonts.ts'
import type { Invalidations } from './invalidation-events.ts'
import type { KeyRepository } from './keys.ts'
import type { PepperCheck } from './pepper-check.ts'
import type { RecordRepository } from './record.ts'
import type { ReleaseRepository } from './releases.ts'
import type { ScanOutcomeRepository } from './scan-outcomes.ts'
import type { SessionRepository } from './sessions.ts'
import type { TokenRepository } from './tokens.ts'
import type { UsageRepository } from './usage.ts'

export interface Store {
  readonly accounts: AccountRepository
  readonly keys: KeyRepository
  readonly tokens: TokenRepository
  readonly sessions: SessionRepository
  readonly batches: BatchRepository
  readonly fonts: FontRepository
  readonly audit: AuditRepository
  readonly releases: ReleaseRepository
  readonly pepperCheck: PepperCheck
  readonly assets: AssetRepository
  /**
   * Runs a transaction over several repositories: all writes of `work` through its argument are
   * committed when this resolves, and none if it rejects. `work` should be short, and must not use
   * the store itself, whose calls may wait for the transaction.
   */
  transaction<Result>(work: (repositories: TransactionalRepositories) => Promise<Result>): Promise<Result>
  /**
   * A counter that changes whenever any process may have revoked, rotated, removed or ended a key,
   * domain, token or session, or changed the settings of an account. Null if unknown: then cached
   * credentials must not be used. Read it before the query whose result is cached. Every request
   * reads it: it is synchronous and takes microseconds.
   */
  accessVersion(): number | null
  /**
   * Registers a listener for invalidations by calls on this object (`report-invalidations.ts`), not
   * by other processes. A call resolves after the listeners have finished.
   */
  readonly onInvalidation: Invalidations['listen']
  readonly scans: ScanOutcomeRepository
  readonly usage: UsageRepository
  readonly record: RecordRepository
  /**
   * Deletes tokens, tickets and sessions that ended or expired more than `retentionAfterEndMs` before `now`, and files
   * of the app that were last published more than `assetLimits.retentionMs` before it.
   */
  deleteExpired(now: number): Promise<void>
  /**
   * Fails if the store cannot be read and written, with a StoreError if the cause is known. Cheap:
   * an engine may return a cached result of the last second.
   */
  check(): Promise<void>
  /** Closes the store. No call may follow. */
  close(): Promise<void>
}

/**
 * Repositories that can be changed in one transaction: credentials, domains, sessions, the served batch, states of
 * releases, fonts, and audit entries.
 */
export type TransactionalRepositories = Pick<
  Store,
  'accounts' | 'keys' | 'sessions' | 'batches' | 'releases' | 'fonts' | 'audit'
>

/** Retention of ended and expired records, to distinguish a replayed token from an unknown one. Milliseconds. */
export const retentionAfterEndMs = 24 * 3600_000
