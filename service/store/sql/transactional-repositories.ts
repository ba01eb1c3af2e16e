/** The repositories that a transaction can change, on a database or in a transaction. */
import type { Kysely } from 'kysely'
import type { TransactionalRepositories } from '#service/store/store.ts'
import { sqlAccounts } from './accounts.ts'
import { sqlAudit } from './audit.ts'
import { sqlBatches } from './batches.ts'
import { sqlFonts } from './fonts.ts'
import type { Locking } from './advisory-lock.ts'
import { sqlKeys } from './keys.ts'
import { sqlReleases } from './releases.ts'
import { sqlSessions } from './sessions.ts'
import type { Tables } from './tables.ts'

/** @param source name of the market to which the batches belong */
export const sqlTransactionalRepositories = (
  db: Kysely<Tables>,
  source: string,
  locking: Locking,
): TransactionalRepositories => ({
  accounts: sqlAccounts(db),
  keys: sqlKeys(db),
  sessions: sqlSessions(db, locking),
  batches: sqlBatches(db, source, locking.advisoryLock),
  releases: sqlReleases(db),
  fonts: sqlFonts(db),
  audit: sqlAudit(db),
})
