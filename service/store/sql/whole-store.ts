/** Reading or filling a whole database consistently; implemented by each engine. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export interface WholeStore {
  /** Provides a database without concurrent writes, or with a snapshot. */
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Commits the writes of `work`; if it rejects, none is stored. */
  fill<Result>(work: (change: Transaction<Tables>) => Promise<Result>): Promise<Result>
}
