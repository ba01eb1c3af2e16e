/** The repositories that are changed together, on one database or in one transaction. */
import type { Kysely } from 'kysely'
import type { Changing } from '#service/store/store.ts'
import { sqlAccounts } from './accounts.ts'
import { sqlAudit } from './audit.ts'
import { sqlBatches } from './batches.ts'
import type { Locking } from './advisory-lock.ts'
import { sqlKeys } from './keys.ts'
import { sqlSessions } from './sessions.ts'
import type { Tables } from './tables.ts'

/** @param source name of the market to which the batches belong */
export const sqlChanging = (db: Kysely<Tables>, source: string, locking: Locking): Changing => ({
  accounts: sqlAccounts(db),
  keys: sqlKeys(db),
  sessions: sqlSessions(db, locking),
  batches: sqlBatches(db, source, locking.advisoryLock),
  audit: sqlAudit(db),
})
