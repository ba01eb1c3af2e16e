/**
 * DATA_DIR: the database, the pepper that the keys in it are hashed with, and which market the service last ran on,
 * so that the operator's command line means the same one.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { marketName } from '#service/markets/registry.ts'
import type { MarketChoice } from '#service/markets/source.ts'
import { restrictToOwner, makePrivateFile } from '#service/store/sqlite/private-file.ts'
import { openPepper } from './pepper.ts'
import type { Pepper } from './pepper.ts'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import type { Store } from '#service/store/store.ts'

export type DataDir = { readonly store: Store; readonly pepper: Pepper }

/**
 * Opens the folder and creates what is missing. The pepper may be stored elsewhere.
 *
 * @throws EnvironmentError if it cannot be used
 */
export async function openDataDir(
  folder: string,
  market: MarketChoice,
  pepperFile = join(folder, 'pepper'),
): Promise<DataDir> {
  try {
    makeFolder(folder)
    // Those of older versions could be read by others. A pepper elsewhere is as its keeper wants it.
    for (const name of ['pepper', 'market']) restrictToOwner(join(folder, name))
    return await withPepper(openStore(folder, market), pepperFile)
  } catch (error) {
    throw new EnvironmentError(
      `DATA_DIR="${folder}" cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** The store with its pepper; closed again where that is not to be had. */
export async function withPepper(store: Store, pepperFile: string): Promise<DataDir> {
  try {
    return { store, pepper: await openPepper(pepperFile, store) }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Creates the folder if it is missing. */
export function makeFolder(folder: string): void {
  // Recursive only where it must be: below /proc and the like Node's recursive mkdir never returns.
  if (!existsSync(folder))
    mkdirSync(folder, { recursive: !existsSync(dirname(resolve(folder))), mode: 0o700 })
}

/** Another connection to the store of a folder that has been opened. */
export const openStore = (folder: string, market: MarketChoice): Store =>
  sqliteStore(databaseFile(folder), marketName(market))

/** The database in a folder. */
export const databaseFile = (folder: string): string => join(folder, 'service.sqlite')

/** Stores the name of the running service's market, which has no secrets, for operator commands. */
export function storeMarketName(folder: string, market: MarketChoice): void {
  const path = join(folder, 'market')
  makePrivateFile(path)
  writeFileSync(path, `${marketName(market)}\n`)
}

/** The market the service last ran on, as MARKET names it; undefined before its first start. */
export function storedMarketName(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'market'), 'utf8').trim()
  } catch {
    return undefined
  }
}
