/**
 * What the service remembers, as repositories: accounts, keys, tokens, sessions, batches, what became of scans, the audit log.
 *
 * A store keeps what it is given and decides nothing about credentials: every secret arrives already hashed
 * (`access/hashing.ts`), so that a copy of the database holds no usable key. What is said to be one step is one,
 * however many callers and processes ask at the same time. A call that cannot be answered fails; it never answers
 * "no such thing". store.suite.ts holds every store to this.
 *
 * Take the repositories that are used (`KeyRepository`, `Pick<Store, 'keys' | 'tokens'>`), not the whole store.
 */
import type { AccountRepository } from './accounts.ts'
import type { AuditRepository } from './audit.ts'
import type { BatchRepository } from './batches.ts'
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
   * One step of several calls: what `work` writes by what it is given is all there when this resolves, and nothing of it where it
   * rejects. It must ask nothing else of the store, which may be waiting for its end, and take no longer than it must.
   */
  together<Result>(work: (parts: Changing) => Promise<Result>): Promise<Result>
  /**
   * A number that differs whenever a key, domain, token or session that was good may have been revoked, rotated, removed or
   * ended since, or an account's settings changed, by whichever process (`access-version.ts`). Null where that cannot be
   * known: then nothing remembered may be used. Read it before asking what is to be remembered. Never waits, and costs
   * microseconds: it is asked for every request.
   */
  accessVersion(): number | null
  readonly scans: ScanOutcomeRepository
  /** Deletes tokens, tickets and sessions that ended or expired more than `keptAfterEndMs` before `now`. */
  forget(now: number): Promise<void>
  /**
   * Fails where the store cannot be read and written, with a StoreFault where it is known why. Asked as often as one
   * likes: an engine may tell for a second what it found last.
   */
  check(): Promise<void>
  /** Ends the store; no call may follow. */
  close(): Promise<void>
}

/** What is changed together: credentials, domains, sessions, the batch that is served, and who did it. */
export type Changing = Pick<Store, 'accounts' | 'keys' | 'sessions' | 'batches' | 'audit'>

/** How long ended and expired things are kept, so that a replay can be told from an unknown token. Milliseconds. */
export const keptAfterEndMs = 24 * 3600_000
