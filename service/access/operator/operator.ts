/**
 * Operator actions on accounts, fonts, keys, sessions and releases, used by the command line, the demo account and
 * tests.
 */
import type { AuditEntry } from '#service/store/audit.ts'
import type { Store } from '#service/store/store.ts'
import { auditedTransactions } from './audit.ts'
import type { Hash } from '#service/access/credentials/hashing.ts'
import { accountOperations } from './operator-accounts.ts'
import type { AccountOperations } from './operator-accounts.ts'
import { fontOperations } from './operator-fonts.ts'
import type { FontOperations } from './operator-fonts.ts'
import { keyOperations } from './operator-keys.ts'
import type { KeyOperations } from './operator-keys.ts'
import { releaseOperations } from './operator-releases.ts'
import type { ReleaseOperations } from './operator-releases.ts'
import { sessionOperations } from './operator-sessions.ts'
import type { SessionOperations } from './operator-sessions.ts'

export type Operator = AccountOperations &
  FontOperations &
  KeyOperations &
  ReleaseOperations &
  SessionOperations

export type OperatorParts = {
  readonly store: Pick<Store, 'accounts' | 'fonts' | 'sessions' | 'transaction'>
  readonly hash: Hash
  /** Wall-clock milliseconds since the epoch. */
  readonly clock: () => number
  /** The actor of these actions in the audit log. */
  readonly actor: AuditEntry['actor']
  /** Details of every entry of the actor. */
  readonly actorDetails?: AuditEntry['details']
}

export function createOperator({ store, hash, clock, actor, actorDetails }: OperatorParts): Operator {
  const { accounts, fonts, sessions } = store
  const runAudited = auditedTransactions(store, { actor, details: actorDetails }, clock)
  return {
    ...accountOperations({ accounts, runAudited, clock }),
    ...fontOperations({ accounts, fonts, runAudited, clock }),
    ...keyOperations({ runAudited, hash, clock }),
    ...releaseOperations({ runAudited, clock }),
    ...sessionOperations({ sessions, runAudited, hash, clock }),
  }
}
