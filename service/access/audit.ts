/** Writes down what was done: every change of credentials, domains, settings and sessions. */
import type { AuditEntry, AuditRepository } from '#service/store/audit.ts'

/** One deed; who did it and when is known. */
export type Deed = Omit<AuditEntry, 'at' | 'actor' | 'details'> & Partial<Pick<AuditEntry, 'details'>>

/** Resolves once it is kept. A deed that cannot be written down fails: whoever did it sees that, and does it again. */
export type RecordDeed = (deed: Deed) => Promise<void>

/** @param clock milliseconds since 1970 */
export const createRecord =
  (audit: AuditRepository, actor: AuditEntry['actor'], clock: () => number): RecordDeed =>
  ({ details = {}, ...deed }) =>
    audit.append({ at: clock(), actor, ...deed, details })
