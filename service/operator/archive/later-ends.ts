/** What ended after a backup: ends it again in the restored store, and describes it. */
import type { Transaction } from 'kysely'
import { sqlTransactionalRepositories } from '#service/store/sql/transactional-repositories.ts'
import { noLocking } from '#service/store/sql/advisory-lock.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import type { AuditEntry } from '#service/store/audit.ts'
import type { SystemUser } from '#service/operator/system-user.ts'
import { isoTime } from '#service/operator/iso-time.ts'
import { laterEntries } from './later-entries.ts'
import { reapplyEnds } from './reapply-ends.ts'
import type { ReappliedEnds } from './reapply-ends.ts'

/**
 * Ends in the restored store what ended after the backup, and records each of it in the audit log with its time.
 *
 * @param log the audit log of the replaced store, newest first
 * @throws Error if the log is of another store, or does not reach back to the backup
 */
export async function reapplyLaterEnds(
  transaction: Transaction<Tables>,
  log: readonly AuditEntry[],
  user: SystemUser,
): Promise<ReappliedEnds> {
  // No other connection has the store open: nothing to lock. The market of batches is of no interest here.
  const repositories = sqlTransactionalRepositories(transaction, '', noLocking)
  const restored = await repositories.audit.list({ limit: Number.MAX_SAFE_INTEGER })
  const now = Date.now()
  const ends = await reapplyEnds(repositories, laterEntries(log, restored), now)
  for (const { entry } of ends.reapplied)
    await repositories.audit.append({
      ...entry,
      at: now,
      actor: 'operator',
      details: { ...entry.details, ...user, reappliedFrom: isoTime(entry.at) },
    })
  return ends
}

const withTime = ({ at, ...entry }: AuditEntry) => ({ at: isoTime(at), ...entry })

/** For --json. Both lists are null if no audit log was given: what ended after the backup is then valid again. */
export const restoredEndsData = (ends: ReappliedEnds | undefined) => ({
  reapplied: ends?.reapplied.map(({ entry, effect }) => ({ ...withTime(entry), effect })) ?? null,
  notReapplied: ends?.remaining.map(withTime) ?? null,
})

/** For people. @param madeAt time of the backup, ISO 8601 UTC */
export function restoredEndsText(madeAt: string, ends: ReappliedEnds | undefined): readonly string[] {
  if (!ends)
    return [
      `WARNING: the backup is of ${madeAt}. Keys, old secrets, partners, domains, sessions and releases that ended after it are valid again.`,
      'Before you start the service, end them again: restore to an empty store with --ended-since and the replaced store (restore --help).',
      'If its audit log is lost, revoke every key that may have been revoked since, and end all sessions with session end.',
    ]
  const { reapplied, remaining } = ends
  return [
    `The backup is of ${madeAt}. Ended again, by the audit log of the replaced store: ${reapplied.length}.`,
    ...reapplied.map(({ entry, effect }) => `  ${isoTime(entry.at)}  ${effect}`),
    `Other changes after the backup, which the restored store does not have: ${remaining.length}.`,
    ...remaining.map(
      ({ at, action, partnerId, subject }) =>
        `  ${isoTime(at)}  ${action}  ${partnerId ?? '-'}  ${subject ?? '-'}`,
    ),
    'Sessions that widgets ended themselves, and one-time tokens that were used after the backup, are valid until they expire.',
  ]
}
