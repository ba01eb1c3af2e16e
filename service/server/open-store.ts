/** Opens the store: SQLite in DATA_DIR, or the Postgres of DATABASE_URL, which several nodes can share. */
import { marketName } from '#service/markets/registry.ts'
import type { Store } from '#service/store/store.ts'
import { makeFolder, openDataDir, openStore, withPepper } from './config/data-dir.ts'
import type { DataDir } from './config/data-dir.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { Environment } from './config/environment.ts'
import { postgresStore } from '#service/store/postgres/postgres.ts'

export type StorePlace = Pick<Environment, 'databaseUrl' | 'dataDir' | 'market' | 'pepperFile'>

export type OpenOptions = {
  /** Maximum number of Postgres connections; by default that of a node. */
  readonly connections?: number
  /** Called with errors of idle Postgres connections. */
  readonly onLost?: (error: Error) => void
}

/**
 * Opens the store and reads its pepper, creating what is missing.
 *
 * @throws EnvironmentError if either cannot be used
 */
export async function openData(place: StorePlace, options: OpenOptions = {}): Promise<DataDir> {
  const { databaseUrl, dataDir, market, pepperFile } = place
  if (databaseUrl === null) return openDataDir(dataDir, market, pepperFile)
  // The folder still keeps the market's name and, unless PEPPER_FILE says otherwise, the pepper.
  return sharedOrRefused(async () => {
    makeFolder(dataDir)
    return withPepper(await openShared(databaseUrl, place, options), pepperFile)
  })
}

/** Another connection to a store that has been opened. */
export async function reopenStore(place: StorePlace, options: OpenOptions = {}): Promise<Store> {
  const { databaseUrl, dataDir, market } = place
  if (databaseUrl === null) return openStore(dataDir, market)
  return sharedOrRefused(() => openShared(databaseUrl, place, options))
}

const openShared = (url: string, { market }: StorePlace, options: OpenOptions): Promise<Store> =>
  postgresStore({ url, source: marketName(market), ...options })

async function sharedOrRefused<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (error) {
    throw new EnvironmentError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`)
  }
}

/** Of several addresses that were tried and refused only the list has a text. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
