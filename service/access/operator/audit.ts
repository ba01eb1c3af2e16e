/** The audit log: records every change of credentials, domains, settings and sessions. */
import type { AuditEntry } from '#service/store/audit.ts'
import type { Changing, Store } from '#service/store/store.ts'

/** One audited action; the actor and the time are added. */
export type AuditAction = Omit<AuditEntry, 'at' | 'actor' | 'details'> & Partial<Pick<AuditEntry, 'details'>>

/** Resolves when the entry is stored. If it cannot be stored, the action fails and has no effect. */
export type RecordAction = (entry: AuditAction) => Promise<void>

/** The changes of one transaction, and `record`, which adds an audit entry to the same transaction. */
export type AuditedTransaction = Changing & { readonly record: RecordAction }

/** Runs `work` as one transaction: its changes and audit entries are committed together or not at all. */
export type RunAudited = <Result>(work: (parts: AuditedTransaction) => Promise<Result>) => Promise<Result>

/** @param clock milliseconds since 1970 */
export const auditedTransactions =
  (store: Pick<Store, 'together'>, actor: AuditEntry['actor'], clock: () => number): RunAudited =>
  (work) =>
    store.together((parts) => {
      const record: RecordAction = ({ details = {}, ...entry }) =>
        parts.audit.append({ at: clock(), actor, ...entry, details })
      return work({ ...parts, record })
    })
