/** Reads or fills a complete database consistently; each engine implements it. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export interface BulkTransfer {
  /** Runs `work` on a snapshot of the database. */
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /** Runs `work` as one transaction on the database as it is, which is not migrated. */
  withoutMigration<Result>(work: (change: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Runs `work` as one transaction: commits all its writes, or none if it rejects. */
  fill<Result>(work: (change: Transaction<Tables>) => Promise<Result>): Promise<Result>
}
