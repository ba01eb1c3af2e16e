/** The audit log: records every change of credentials, domains, settings and sessions. */
import type { AuditEntry } from '#service/store/audit.ts'
import type { TransactionalRepositories, Store } from '#service/store/store.ts'

/** An audited action without its actor and time, which are added when it is recorded. */
export type AuditAction = Omit<AuditEntry, 'at' | 'actor' | 'details'> & Partial<Pick<AuditEntry, 'details'>>

/** Adds an entry to the transaction. If it cannot be stored, the action fails and has no effect. */
export type RecordAction = (entry: AuditAction) => Promise<void>

/** The repositories of a transaction, and `record`, which adds an audit entry to it. */
export type AuditedTransaction = TransactionalRepositories & { readonly record: RecordAction }

/** Runs `work` as one transaction: its changes and audit entries are committed together or not at all. */
export type RunAudited = <Result>(
  work: (transaction: AuditedTransaction) => Promise<Result>,
) => Promise<Result>

/** Who acts. */
export type AuditActor = Pick<AuditEntry, 'actor'> & {
  /** Details of every entry, for example the user of the operating system. */
  readonly details?: AuditEntry['details'] | undefined
}

/** @param clock wall-clock milliseconds since the epoch */
export const auditedTransactions =
  (
    store: Pick<Store, 'transaction'>,
    { actor, details: actorDetails = {} }: AuditActor,
    clock: () => number,
  ): RunAudited =>
  (work) =>
    store.transaction((repositories) => {
      const record: RecordAction = ({ details = {}, ...entry }) =>
        repositories.audit.append({ at: clock(), actor, ...entry, details: { ...details, ...actorDetails } })
      return work({ ...repositories, record })
    })
