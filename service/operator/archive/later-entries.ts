/** Reads the audit entries of a replaced store that a backup of it does not contain. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { databaseFile } from '#service/server/config/data-dir.ts'
import type { AuditEntry } from '#service/store/audit.ts'
import { postgresBulkTransfer } from '#service/store/postgres/postgres-bulk-transfer.ts'
import { sqlAudit } from '#service/store/sql/audit.ts'
import { sqliteBulkTransfer } from '#service/store/sqlite/sqlite-bulk-transfer.ts'

const all = { limit: 1_000_000_000 }

/**
 * Reads the audit log of a replaced store, newest first.
 *
 * @param place a data folder, an address of Postgres, or a file with the output of `audit list --json`
 * @throws Error if there is no audit log at the place
 */
export async function readAuditLog(place: string): Promise<readonly AuditEntry[]> {
  const store = /^postgres(ql)?:/.test(place)
    ? postgresBulkTransfer(place)
    : existsSync(databaseFile(place)) && sqliteBulkTransfer(databaseFile(place))
  // The replaced store may be of a newer version, and must stay as it is.
  if (store) return store.withoutMigration((db) => sqlAudit(db).list(all))
  return parseExport(await readFile(place, 'utf8').catch(() => ''), place)
}

const ExportSchema = v.array(
  v.object({
    at: v.pipe(v.string(), v.isoTimestamp()),
    actor: v.picklist(['operator', 'service']),
    action: v.string(),
    partnerId: v.nullable(v.string()),
    subject: v.nullable(v.string()),
    details: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  }),
)

function parseExport(text: string, place: string): readonly AuditEntry[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ExportSchema), text)
  if (!parsed.success)
    throw new Error(
      `${place} has no audit log: expected a data folder, an address of Postgres, or a file with the output of audit list --json`,
    )
  return parsed.output.map(({ at, ...entry }) => ({ ...entry, at: Date.parse(at) }))
}

/**
 * The entries of the replaced store that the restored one does not have, oldest first. Compares entries instead of times,
 * because a change may have been committed while the backup was made.
 *
 * @param replaced entries of the replaced store, newest first
 * @param restored all entries of the restored store
 * @throws Error if no entry is in both: the log is of another store, or does not reach back to the backup
 */
export function laterEntries(
  replaced: readonly AuditEntry[],
  restored: readonly AuditEntry[],
): readonly AuditEntry[] {
  const counts = new Map<string, number>()
  for (const entry of restored) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1)
  const later = replaced.filter((entry) => {
    const count = counts.get(keyOf(entry)) ?? 0
    if (count > 0) counts.set(keyOf(entry), count - 1)
    return count === 0
  })
  if (restored.length > 0 && later.length === replaced.length)
    throw new Error(
      'the audit log is of another store, or does not reach back to the backup: export more entries with audit list --most',
    )
  return later.toReversed()
}

const keyOf = ({ at, actor, action, partnerId, subject, details }: AuditEntry): string =>
  JSON.stringify([
    at,
    actor,
    action,
    partnerId,
    subject,
    Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])
