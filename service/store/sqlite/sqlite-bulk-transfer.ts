/** Reads or fills a complete SQLite database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { createPrivateFile } from './private-file.ts'
import type { BulkTransfer } from '#service/store/sql/bulk-transfer.ts'
import { assertNotNewerSchema } from '#service/store/sql/schema-steps.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { openConnection } from './connection.ts'
import { singleConnectionEngine, sqliteDialect } from './dialect.ts'
import { migrate } from './migrations.ts'

/**
 * Copies all pages in one step, because a backup in several steps restarts when another connection
 * writes.
 */
const allPages = 0x7fff_ffff

export function sqliteBulkTransfer(path: string): BulkTransfer {
  return {
    /** Reads a migrated copy, so that concurrent writers are not blocked. */
    async read(work) {
      // In the folder of the database, which only the owner can read, because the copy contains the same secrets.
      const folder = await mkdtemp(join(dirname(path), 'archive-'))
      const copy = join(folder, 'copy.sqlite')
      try {
        const source = new DatabaseSync(path, { readOnly: true })
        try {
          await backup(source, copy, { rate: allPages })
        } finally {
          source.close()
        }
        return await withDatabase(copy, work)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    async withoutMigration(work) {
      const connection = openConnection(path, () => {})
      const db = new Kysely<Tables>({ dialect: sqliteDialect(singleConnectionEngine(connection), 'full') })
      try {
        return await db.transaction().execute(work)
      } finally {
        await db.destroy()
        connection.close()
      }
    },
    fill(work) {
      createPrivateFile(path)
      return withDatabase(path, (db) => db.transaction().execute(work))
    },
  }
}

/** Opens, checks and migrates a file, runs `work`, and closes the file. */
export async function withDatabase<Result>(
  path: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const connection = openConnection(path, () => {})
  const db = new Kysely<Tables>({ dialect: sqliteDialect(singleConnectionEngine(connection), 'full') })
  try {
    const damage = connection.database.prepare('pragma integrity_check(1)').get()
    if (damage?.['integrity_check'] !== 'ok')
      throw new Error(`the database is damaged: ${String(damage?.['integrity_check'])}`)
    assertNotNewerSchema(migrate(connection.database))
    return await work(db)
  } finally {
    await db.destroy()
    connection.close()
  }
}
