/**
 * Deletes expired rows in small portions, so that concurrent requests wait for one portion at most.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { assetLimits } from '#service/shared/limits.ts'
import { retentionAfterEndMs } from '#service/store/store.ts'
import type { Tables } from './tables.ts'

/** Retention of ended and expired credentials. */
const credential = { retentionMs: retentionAfterEndMs } as const

/**
 * Tables with their key columns and time columns. Every time column has an index, so that a search
 * without results is cheap.
 */
const expiringTables = [
  { table: 'auth_tokens', key: 'hash', columns: ['expires_at'], ...credential },
  { table: 'tickets', key: 'hash', columns: ['expires_at'], ...credential },
  { table: 'legacy_tokens', key: 'hash', columns: ['expires_at'], ...credential },
  { table: 'access_tokens', key: 'hash', columns: ['expires_at', 'ended_at'], ...credential },
  { table: 'sessions', key: 'id', columns: ['expires_at', 'ended_at'], ...credential },
  {
    table: 'published_assets',
    key: 'name',
    columns: ['published_at'],
    retentionMs: assetLimits.retentionMs,
  },
] as const

export type DeletionOptions = {
  /** Maximum number of rows that a statement deletes. */
  readonly rowsPerStatement: number
  /** Awaited between two statements of a table, so that other work can run. */
  readonly pause: () => Promise<void>
}

/** Deletes rows whose retention has ended at `now`, milliseconds since the epoch. */
export async function deleteExpiredRows(
  db: Kysely<Tables>,
  now: number,
  { rowsPerStatement, pause }: DeletionOptions,
): Promise<void> {
  for (const { table, key, columns, retentionMs } of expiringTables)
    for (const column of columns) {
      for (;;) {
        const result = await sql`
          delete from ${sql.table(table)} where ${sql.ref(key)} in
            (select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(column)} < ${now - retentionMs} limit ${rowsPerStatement})`.execute(
          db,
        )
        const deletedCount = Number(result.numAffectedRows ?? 0)
        if (deletedCount < rowsPerStatement) break
        await pause()
      }
    }
}
