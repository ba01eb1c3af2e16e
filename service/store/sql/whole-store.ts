/** A database taken as a whole: read at one moment, or filled in one step. Each engine has its own way. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export interface WholeStore {
  /** Gives a database that nobody writes to, or whose writes are not seen. */
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** What `work` writes is there when this resolves; where it rejects nothing of it is. */
  fill<Result>(work: (change: Transaction<Tables>) => Promise<Result>): Promise<Result>
}
