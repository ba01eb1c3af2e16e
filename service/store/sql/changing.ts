/** The repositories that are changed together, on one database or in one transaction. */
import type { Kysely } from 'kysely'
import type { Changing } from '#service/store/store.ts'
import { sqlAccounts } from './accounts.ts'
import { sqlAudit } from './audit.ts'
import { sqlBatches } from './batches.ts'
import type { Order } from './advisory-lock.ts'
import { sqlKeys } from './keys.ts'
import { sqlSessions } from './sessions.ts'
import type { Tables } from './tables.ts'

/** @param source name of the market whose batches are meant */
export const sqlChanging = (db: Kysely<Tables>, source: string, order: Order): Changing => ({
  accounts: sqlAccounts(db),
  keys: sqlKeys(db),
  sessions: sqlSessions(db, order),
  batches: sqlBatches(db, source, order.advisoryLock),
  audit: sqlAudit(db),
})
