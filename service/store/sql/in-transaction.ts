/** A step of several statements, alone or within a larger one. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs `work` in the transaction that `db` is, or in a new one. */
export const inTransaction = <Result>(
  db: Kysely<Tables>,
  work: (change: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work))
