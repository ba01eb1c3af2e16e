/**
 * Deletes expired rows in small portions, so that concurrent requests wait for one portion at most.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Tables with their key columns and time columns. Every time column has an index, so that a search
 * without results is cheap.
 */
const expiringTables = [
  { table: 'auth_tokens', key: 'hash', columns: ['expires_at'] },
  { table: 'tickets', key: 'hash', columns: ['expires_at'] },
  { table: 'legacy_tokens', key: 'hash', columns: ['expires_at'] },
  { table: 'access_tokens', key: 'hash', columns: ['expires_at', 'ended_at'] },
  { table: 'sessions', key: 'id', columns: ['expires_at', 'ended_at'] },
] as const

export type DeletionOptions = {
  /** Maximum number of rows that a statement deletes. */
  readonly rowsPerStatement: number
  /** Awaited between two statements of a table, so that other work can run. */
  readonly pause: () => Promise<void>
}

/** Deletes rows that ended or expired before `cutoff`, milliseconds since the epoch. */
export async function deleteExpiredRows(
  db: Kysely<Tables>,
  cutoff: number,
  { rowsPerStatement, pause }: DeletionOptions,
): Promise<void> {
  for (const { table, key, columns } of expiringTables)
    for (const column of columns) {
      for (;;) {
        const result = await sql`
          delete from ${sql.table(table)} where ${sql.ref(key)} in
            (select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(column)} < ${cutoff} limit ${rowsPerStatement})`.execute(
          db,
        )
        const deletedCount = Number(result.numAffectedRows ?? 0)
        if (deletedCount < rowsPerStatement) break
        await pause()
      }
    }
}
