/** The store in Postgres: one database for all nodes of the service. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Transaction } from 'kysely'
import { reportInvalidations } from '#service/store/report-invalidations.ts'
import type { Store } from '#service/store/store.ts'
import { sqlChanging } from '#service/store/sql/changing.ts'
import { sqlPepperCheck } from '#service/store/sql/pepper-check.ts'
import { sqlScanOutcomes } from '#service/store/sql/scan-outcomes.ts'
import type { Locking, LockSessions } from '#service/store/sql/advisory-lock.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { sqlTokens } from '#service/store/sql/tokens.ts'
import { deleteExpired } from './delete-expired.ts'
import { isUpToDate, migrate } from './migrations.ts'
import { postgresPool } from './pool.ts'

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /** Names the market: batches and volatilities of one are never mixed with another's. */
  readonly source?: string
  /** Maximum number of connections. The sum of all nodes and commands must stay below the server's limit. */
  readonly connections?: number
  /** Called with errors of idle connections; the next call opens new ones. */
  readonly onLost?: (error: Error) => void
}

/** Default number of connections per node. */
export const defaultConnections = 10

/**
 * Opens the database and migrates its tables; several nodes may do so at once.
 *
 * @throws Error if it is unreachable, of a newer version, or read-only
 */
export async function postgresStore(options: PostgresOptions): Promise<Store> {
  const { source = 'simulated' } = options
  const db = postgresDatabase(options)
  try {
    await assertWritable(db)
    await bringUpToDate(db, options)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return reportInvalidations({
    ...sqlChanging(db, source, locking),
    together: (work) => db.transaction().execute((change) => work(sqlChanging(change, source, locking))),
    tokens: sqlTokens(db),
    pepperCheck: sqlPepperCheck(db),
    // A database connection does not see the changes of other nodes: the published events are counted instead.
    accessVersion: () => null,
    scans: sqlScanOutcomes(db, source, advisoryLock),
    forget: (now) => deleteExpired(db, now),
    check: () => assertWritable(db),
    close: () => db.destroy(),
  })
}

/** Opens the database with Kysely, without migration; close it with `destroy`. */
export function postgresDatabase({
  url,
  connections = defaultConnections,
  onLost = () => {},
}: PostgresOptions): Kysely<Tables> {
  const pool = postgresPool({ url, maxConnections: connections, isUnlimited: false, onLost })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** A single connection without statement timeouts. */
export function unlimitedDatabase(url: string): Kysely<Tables> {
  const pool = postgresPool({ url, maxConnections: 1, isUnlimited: true, onLost: () => {} })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Migrates without timeouts: a step may take longer than a call of the service may. */
async function bringUpToDate(db: Kysely<Tables>, { url }: PostgresOptions): Promise<void> {
  if (await isUpToDate(db)) return
  const unlimited = unlimitedDatabase(url)
  try {
    await migrate(unlimited)
  } finally {
    await unlimited.destroy()
  }
}

/** Fails on a standby or read-only server: a node could open no session there. */
async function assertWritable(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ read_only: boolean }>`
    select current_setting('transaction_read_only') = 'on' as read_only`.execute(db)
  if (rows[0]?.read_only !== false)
    throw new Error('the database accepts no writes: it is a standby or read-only')
}

/** Takes an advisory lock by the hash of a name; names with the same hash only wait for each other. */
async function advisoryLock(change: Transaction<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(change)
}

const lockSessions: LockSessions = async (change, ids) => {
  await change
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .orderBy(sql`id collate "C"`)
    .forNoKeyUpdate()
    .execute()
}

const locking: Locking = { advisoryLock, lockSessions }
