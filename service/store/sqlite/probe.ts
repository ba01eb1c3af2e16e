/**
 * Readiness check of the store. Results are cached for a second, because checks are requested
 * often.
 */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { StoreError } from '#service/store/store-error.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { storeErrorOf } from './sqlite-errors.ts'
import type { MaintenanceThread } from './maintenance-thread.ts'
import type { FileIdentity } from './file-identity.ts'
import type { WriteQueueOptions } from './write-queue.ts'

export type ProbeParts = {
  readonly path: string
  /** A database whose writes are queued with `probeQueueing`. */
  readonly db: Kysely<Tables>
  readonly files: FileIdentity
  readonly maintenance: Pick<MaintenanceThread, 'quickCheck'>
  readonly isDamaged: () => boolean
}

/** Cache lifetime of a result. Milliseconds. */
const cacheTtlMs = 1000
/**
 * Below this the next growth of a file may fail, although writes to its free pages still succeed.
 * Bytes.
 */
const minFreeBytes = 1024 * 1024

/**
 * The timeout is short because load balancers wait for one or two seconds at most. The probe uses
 * the writing connection, because a write of another connection would invalidate the credential
 * caches.
 */
export const probeQueueing: WriteQueueOptions = { timeoutMs: 1000, isFirst: true }

/** Creates the check. It rejects with a StoreError that names the cause. */
export function createProbe(parts: ProbeParts): () => Promise<void> {
  let cached: { readonly checkedAt: number; readonly result: Promise<void> } | undefined
  return () => {
    const now = performance.now()
    if (!cached || now - cached.checkedAt > cacheTtlMs) {
      const result = probe(parts).catch((error: unknown) => {
        throw storeErrorOf(error)
      })
      cached = { checkedAt: now, result }
    }
    return cached.result
  }
}

async function probe({ path, db, files, maintenance, isDamaged }: ProbeParts): Promise<void> {
  files.assertUnchanged()
  readFromDisk(path)
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < minFreeBytes) throw new StoreError('the disk is full')
  await sql`insert or replace into write_probe (id, at) values (1, ${Date.now()})`.execute(db)
  maintenance.quickCheck()
  if (isDamaged()) throw new StoreError('the database is damaged')
}

/**
 * Reads the schema and a row of each table from the disk, which an open connection has in its
 * cache.
 */
function readFromDisk(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  try {
    for (const { name } of database
      .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
      .all())
      database.prepare(`select 1 from "${String(name)}" limit 1`).get()
  } finally {
    database.close()
  }
}
