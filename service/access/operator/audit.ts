/** Writes down what was done: every change of credentials, domains, settings and sessions. */
import type { AuditEntry } from '#service/store/audit.ts'
import type { Changing, Store } from '#service/store/store.ts'

/** One deed; who did it and when is known. */
export type Deed = Omit<AuditEntry, 'at' | 'actor' | 'details'> & Partial<Pick<AuditEntry, 'details'>>

/** Resolves once it is kept. A deed that cannot be written down fails, and is not done. */
export type RecordDeed = (deed: Deed) => Promise<void>

/** What is changed in one step, and `record`, by which it is written down in the same. */
export type Recorded = Changing & { readonly record: RecordDeed }

/** Does `work` as one step: what it changes and what it writes down are both there, or neither is. */
export type ChangeRecorded = <Result>(work: (parts: Recorded) => Promise<Result>) => Promise<Result>

/** @param clock milliseconds since 1970 */
export const recordedChanges =
  (store: Pick<Store, 'together'>, actor: AuditEntry['actor'], clock: () => number): ChangeRecorded =>
  (work) =>
    store.together((parts) => {
      const record: RecordDeed = ({ details = {}, ...deed }) =>
        parts.audit.append({ at: clock(), actor, ...deed, details })
      return work({ ...parts, record })
    })
