/** Reads or fills a complete SQLite database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { makePrivateFile } from './private-file.ts'
import type { WholeStore } from '#service/store/sql/whole-store.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { openConnection } from './connection.ts'
import { singleConnectionEngine, sqliteDialect } from './dialect.ts'
import { migrate } from './migrations.ts'

/** All pages in one step: a backup in several steps restarts whenever another connection writes. */
const allPages = 0x7fff_ffff

export function wholeSqlite(path: string): WholeStore {
  return {
    /** Reads a copy, migrated if it is of an older version, so that concurrent writers are not blocked. */
    async read(work) {
      // In the database's folder, because the copy is as secret; only the owner can read the folder.
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
    fill(work) {
      makePrivateFile(path)
      return withDatabase(path, (db) => db.transaction().execute(work))
    },
  }
}

/** Opens a file, checked and migrated, for the duration of `work`. */
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
    migrate(connection.database)
    return await work(db)
  } finally {
    await db.destroy()
    connection.close()
  }
}
