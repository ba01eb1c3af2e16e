/** Runs statements in the open transaction, or in a new one. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs `work` in `db` if that is a transaction, otherwise in a new one. */
export const inTransaction = <Result>(
  db: Kysely<Tables>,
  work: (change: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work))
