/** Reads the state of a SQLite database without migrating it. */
import { DatabaseSync } from 'node:sqlite'
import type { StoreState } from '#service/store/store-state.ts'
import { schemaState } from './migrations.ts'

/** @throws Error if the file cannot be opened or is not a database */
export function sqliteState(path: string): StoreState {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const hasTable = (name: string) =>
      database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !==
      undefined
    const check = hasTable('pepper_check')
      ? database.prepare('select value from pepper_check').get()?.['value']
      : undefined
    return {
      ...schemaState(database),
      pepperCheck: check === undefined ? null : String(check),
      hasKeys: hasTable('keys') && database.prepare('select 1 from keys limit 1').get() !== undefined,
    }
  } finally {
    database.close()
  }
}
