/** Whether the store can be used: asked often, found out once a second at most. */
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { StoreFault } from '#service/store/store-error.ts'
import type { Tables } from '../sql/tables.ts'
import { faultOf } from './sqlite-errors.ts'
import type { Keeper } from './maintenance-thread.ts'
import type { SameFile } from './same-file.ts'
import type { Stand } from './write-queue.ts'

export type ProbeParts = {
  readonly path: string
  /** Whose writes stand in line as `probeStand`. */
  readonly db: Kysely<Tables>
  readonly files: SameFile
  readonly keeper: Pick<Keeper, 'lookThrough'>
  readonly isDamaged: () => boolean
}

/** What was found is told again for so long. Milliseconds. */
const believedMs = 1000
/** Below this the next growth of a file fails, though what fits into its old pages can still be written. Bytes. */
const leastFree = 1024 * 1024

/**
 * A load balancer does not wait for longer than a second or two. It is written by the connection that writes everything else:
 * what another one writes makes all forget what they remember of credentials.
 */
export const probeStand: Stand = { mostMs: 1000, isFirst: true }

/** Rejects with a StoreFault that says what is wrong. */
export function createProbe(parts: ProbeParts): () => Promise<void> {
  let last: { readonly at: number; readonly found: Promise<void> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > believedMs) {
      const found = probe(parts).catch((error: unknown) => {
        throw faultOf(error)
      })
      last = { at: now, found }
    }
    return last.found
  }
}

async function probe({ path, db, files, keeper, isDamaged }: ProbeParts): Promise<void> {
  files.assert()
  readAnew(path)
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < leastFree) throw new StoreFault('the disk is full')
  await sql`insert or replace into write_probe (id, at) values (1, ${Date.now()})`.execute(db)
  keeper.lookThrough()
  if (isDamaged()) throw new StoreFault('the database is damaged')
}

/** Reads the schema and the beginning of each table from the disk: a connection that is open has them in memory. */
function readAnew(path: string): void {
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
