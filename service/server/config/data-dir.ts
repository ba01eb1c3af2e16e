/**
 * DATA_DIR: the database, the pepper that its keys are hashed with, and the name of the market that the service
 * last used, so that operator commands use the same one.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { marketName } from '#service/markets/registry.ts'
import type { MarketChoice } from '#service/markets/source.ts'
import { restrictToOwner, createPrivateFile } from '#service/store/sqlite/private-file.ts'
import { openPepper } from './pepper.ts'
import type { Pepper } from './pepper.ts'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import type { SqliteOptions } from '#service/store/sqlite/sqlite.ts'
import type { Store } from '#service/store/store.ts'
import { errorMessage } from '#service/shared/error-message.ts'

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
  options: SqliteOptions = {},
): Promise<DataDir> {
  try {
    ensureFolder(folder)
    // Older versions created readable files. A pepper file elsewhere keeps the permissions that the operator chose.
    for (const name of ['pepper', 'market']) restrictToOwner(join(folder, name))
    return await withPepper(openStore(folder, market, options), pepperFile)
  } catch (error) {
    throw new EnvironmentError(`DATA_DIR="${folder}" cannot be used: ${errorMessage(error)}`)
  }
}

/** Returns the store with its pepper. Closes the store if the pepper cannot be opened. */
export async function withPepper(store: Store, pepperFile: string): Promise<DataDir> {
  try {
    return { store, pepper: await openPepper(pepperFile, store) }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Creates the folder if it is missing. */
export function ensureFolder(folder: string): void {
  // Recursive only if necessary: below /proc, Node's recursive mkdir never returns.
  if (!existsSync(folder))
    mkdirSync(folder, { recursive: !existsSync(dirname(resolve(folder))), mode: 0o700 })
}

/** Opens another connection to the store of a folder. */
export const openStore = (folder: string, market: MarketChoice, options: SqliteOptions = {}): Store =>
  sqliteStore(databaseFile(folder), marketName(market), options)

/** Returns the path of the database in a folder. */
export const databaseFile = (folder: string): string => join(folder, 'service.sqlite')

/** Stores the name of the market for operator commands. The name contains no secrets. */
export function storeMarketName(folder: string, market: MarketChoice): void {
  const path = join(folder, 'market')
  createPrivateFile(path)
  writeFileSync(path, `${marketName(market)}\n`)
}

/** Returns the market that the service last used, in the syntax of MARKET; undefined before its first start. */
export function storedMarketName(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'market'), 'utf8').trim()
  } catch {
    return undefined
  }
}
