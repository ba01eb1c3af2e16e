/** The store in Postgres: one database for all nodes of the service. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Transaction } from 'kysely'
import { reportInvalidations } from '#service/store/report-invalidations.ts'
import type { Store } from '#service/store/store.ts'
import { sqlTransactionalRepositories } from '#service/store/sql/transactional-repositories.ts'
import { sqlAssets } from '#service/store/sql/assets.ts'
import { isNewerSchema, needsMigration } from '#service/store/sql/schema-steps.ts'
import type { SchemaState } from '#service/store/store-state.ts'
import { sqlPepperCheck } from '#service/store/sql/pepper-check.ts'
import { sqlRecord } from '#service/store/sql/record.ts'
import { sqlScanOutcomes } from '#service/store/sql/scan-outcomes.ts'
import type { Locking, LockSessions } from '#service/store/sql/advisory-lock.ts'
import type { Tables } from '#service/store/sql/tables.ts'
import { sqlTokens } from '#service/store/sql/tokens.ts'
import { sqlUsage } from '#service/store/sql/usage.ts'
import { deleteExpired } from './delete-expired.ts'
import { migrate, schemaState } from './migrations.ts'
import { postgresPool } from './pool.ts'
import type { PoolUse } from './pool.ts'

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /**
   * Name of the market: batches and volatilities of different markets are separate. Default
   * `simulated`.
   */
  readonly source?: string
  /** Maximum number of connections. The sum of all nodes and commands must stay below the server's limit. */
  readonly connections?: number
  /** Called with errors of idle connections; the next call opens new ones. */
  readonly onLost?: (error: Error) => void
  /** Called once, with a function that returns the present use of the connections. */
  readonly onPool?: (use: () => PoolUse) => void
  /** Called if a newer version has migrated the database; this version works on it without a change. */
  readonly onNewerSchema?: (schema: SchemaState) => void
}

/** Default number of connections per node. */
export const defaultConnections = 10

/**
 * Opens the database and migrates its tables. Several nodes may do so at once.
 *
 * @throws Error if it is unreachable or read-only, or of a newer version that works only with newer ones
 */
export async function postgresStore(options: PostgresOptions): Promise<Store> {
  const { source = 'simulated' } = options
  const db = postgresDatabase(options)
  try {
    await assertWritable(db)
    const schema = await migrateIfNeeded(db, options)
    if (isNewerSchema(schema)) options.onNewerSchema?.(schema)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return reportInvalidations({
    ...sqlTransactionalRepositories(db, source, locking),
    transaction: (work) =>
      db.transaction().execute((change) => work(sqlTransactionalRepositories(change, source, locking))),
    tokens: sqlTokens(db),
    assets: sqlAssets(db),
    pepperCheck: sqlPepperCheck(db),
    // A connection is not notified of changes by other nodes: service-store.ts counts the published events instead.
    accessVersion: () => null,
    scans: sqlScanOutcomes(db, source, advisoryLock),
    usage: sqlUsage(db),
    record: sqlRecord(db, advisoryLock),
    deleteExpired: (now) => deleteExpired(db, now),
    check: () => assertWritable(db),
    close: () => db.destroy(),
  })
}

/** Opens the database with Kysely, without migration; close it with `destroy`. */
export function postgresDatabase({
  url,
  connections = defaultConnections,
  onLost = () => {},
  onPool = () => {},
}: PostgresOptions): Kysely<Tables> {
  const pool = postgresPool({ url, maxConnections: connections, isUnlimited: false, onLost })
  onPool(pool.use)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Opens the database with a single connection without statement timeouts. */
export function unlimitedDatabase(url: string): Kysely<Tables> {
  const pool = postgresPool({ url, maxConnections: 1, isUnlimited: true, onLost: () => {} })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Migrates the database if needed, without timeouts: a step may take longer than the timeout of
 * service calls.
 */
async function migrateIfNeeded(db: Kysely<Tables>, { url }: PostgresOptions): Promise<SchemaState> {
  const schema = await schemaState(db)
  if (!needsMigration(schema)) return schema
  const unlimited = unlimitedDatabase(url)
  try {
    return await migrate(unlimited)
  } finally {
    await unlimited.destroy()
  }
}

/** @throws Error if the server is a standby or read-only: a node could open no session there */
export async function assertWritable(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ read_only: boolean }>`
    select current_setting('transaction_read_only') = 'on' as read_only`.execute(db)
  if (rows[0]?.read_only !== false)
    throw new Error('the database accepts no writes: it is a standby or read-only')
}

/**
 * Takes an advisory lock by the hash of a name. A hash collision only causes unnecessary waiting.
 */
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
