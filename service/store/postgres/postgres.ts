/** The store in Postgres: one database for all nodes of the service. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Store } from '#service/store/store.ts'
import { sqlChanging } from '../sql/changing.ts'
import { sqlPepperCheck } from '../sql/pepper-check.ts'
import { sqlScanOutcomes } from '../sql/scan-outcomes.ts'
import type { Order, TakeSessions } from '../sql/advisory-lock.ts'
import type { Tables } from '../sql/tables.ts'
import { sqlTokens } from '../sql/tokens.ts'
import { forgetExpired } from './delete-expired.ts'
import { isUpToDate, migrate } from './migrations.ts'
import { postgresPool } from './pool.ts'

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  /** Names the market: batches and volatilities of one are never mixed with another's. */
  readonly source?: string
  /** Connections at most; how many nodes and commands there are, times this, must stay below the server's own limit. */
  readonly connections?: number
  /** Hears of connections that were lost while nobody used them; the next call makes new ones. */
  readonly onLost?: (error: Error) => void
}

/** A node's connections, unless told otherwise. */
export const defaultConnections = 10

/**
 * Opens the database and brings its tables up to date; several nodes may do so at once.
 *
 * @throws Error where it cannot be reached, is of a newer version, or takes no writes
 */
export async function postgresStore(options: PostgresOptions): Promise<Store> {
  const { source = 'simulated' } = options
  const db = postgresDatabase(options)
  try {
    await takesWrites(db)
    await bringUpToDate(db, options)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    ...sqlChanging(db, source, order),
    together: (work) => db.transaction().execute((change) => work(sqlChanging(change, source, order))),
    tokens: sqlTokens(db),
    pepperCheck: sqlPepperCheck(db),
    // What other nodes end this connection is not told of.
    accessVersion: () => null,
    scans: sqlScanOutcomes(db, source, inTurn),
    forget: (now) => forgetExpired(db, now),
    check: () => takesWrites(db),
    close: () => db.destroy(),
  }
}

/** The database as Kysely sees it, its tables untouched; end it with `destroy`. */
export function postgresDatabase({
  url,
  connections = defaultConnections,
  onLost = () => {},
}: PostgresOptions): Kysely<Tables> {
  const pool = postgresPool({ url, most: connections, isPatient: false, onLost })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** The same by one connection, whose statements may take as long as they take. */
export function patientDatabase(url: string): Kysely<Tables> {
  const pool = postgresPool({ url, most: 1, isPatient: true, onLost: () => {} })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** A step may take longer than any call of the service's should. */
async function bringUpToDate(db: Kysely<Tables>, { url }: PostgresOptions): Promise<void> {
  if (await isUpToDate(db)) return
  const patient = patientDatabase(url)
  try {
    await migrate(patient)
  } finally {
    await patient.destroy()
  }
}

/** Fails at a standby, and where writing is switched off: a node there could open no session. */
async function takesWrites(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ off: boolean }>`
    select current_setting('transaction_read_only') = 'on' as off`.execute(db)
  if (rows[0]?.off !== false) throw new Error('the database takes no writes: it is a standby or read-only')
}

/** A lock by the hash of a name: two names that share one wait for each other, and nothing worse. */
async function inTurn(change: Transaction<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(change)
}

const takeSessions: TakeSessions = async (change, ids) => {
  await change
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .orderBy(sql`id collate "C"`)
    .forNoKeyUpdate()
    .execute()
}

const order: Order = { inTurn, takeSessions }
