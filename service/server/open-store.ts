/** Opens the store: SQLite in DATA_DIR, or the Postgres of DATABASE_URL, which several nodes can share. */
import { marketName } from '#service/markets/registry.ts'
import type { Store } from '#service/store/store.ts'
import { ensureFolder, openDataDir, openStore, withPepper } from './config/data-dir.ts'
import type { DataDir } from './config/data-dir.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { Environment } from './config/environment.ts'
import { postgresStore } from '#service/store/postgres/postgres.ts'
import type { SchemaState } from '#service/store/store-state.ts'
import type { PoolUse } from '#service/store/postgres/pool.ts'
import { errorMessage } from '#service/shared/error-message.ts'

export type StoreLocation = Pick<Environment, 'databaseUrl' | 'dataDir' | 'market' | 'pepperFile'>

export type OpenOptions = {
  /** Maximum number of Postgres connections; by default that of a node. */
  readonly connections?: number
  /** Called with errors of idle Postgres connections. */
  readonly onLost?: (error: Error) => void
  /** Called once if the store is in Postgres, with a function that returns the present use of its connections. */
  readonly onPool?: (use: () => PoolUse) => void
  /** Called if a newer version has migrated the database, and this version works on it. */
  readonly onNewerSchema?: (schema: SchemaState) => void
}

/**
 * Opens the store and reads its pepper, creating what is missing.
 *
 * @throws EnvironmentError if either cannot be used
 */
export async function openData(location: StoreLocation, options: OpenOptions = {}): Promise<DataDir> {
  const { databaseUrl, dataDir, market, pepperFile } = location
  if (databaseUrl === null) return openDataDir(dataDir, market, pepperFile, options)
  // The folder still has the name of the market and, unless PEPPER_FILE is set, the pepper.
  return describeFailure(async () => {
    ensureFolder(dataDir)
    return withPepper(await openShared(databaseUrl, location, options), pepperFile)
  })
}

/** Opens another connection to a store. */
export async function reopenStore(location: StoreLocation, options: OpenOptions = {}): Promise<Store> {
  const { databaseUrl, dataDir, market } = location
  if (databaseUrl === null) return openStore(dataDir, market)
  return describeFailure(() => openShared(databaseUrl, location, options))
}

const openShared = (url: string, { market }: StoreLocation, options: OpenOptions): Promise<Store> =>
  postgresStore({ url, source: marketName(market), ...options })

/** Turns every error into an EnvironmentError that names DATABASE_URL. */
async function describeFailure<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    throw new EnvironmentError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`)
  }
}

/** Returns the text of an error. An AggregateError of several addresses has texts only in its list. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return errorMessage(error)
}
