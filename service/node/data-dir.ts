/**
 * DATA_DIR: the database, the pepper that the keys in it are hashed with, and which market the service last ran on,
 * so that the operator's command line means the same one.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EnvironmentError } from './environment.ts'
import type { MarketChoice } from './environment.ts'
import { sqliteStore } from './store/sqlite/sqlite.ts'
import type { Store } from '#service/store/store.ts'

export type DataDir = { readonly store: Store; readonly pepper: Uint8Array<ArrayBuffer> }

/**
 * Opens the folder, making what is missing.
 *
 * @throws EnvironmentError where it cannot be used
 */
export function openDataDir(folder: string, market: MarketChoice): DataDir {
  try {
    // Recursive only where it must be: below /proc and the like Node's recursive mkdir never returns.
    if (!existsSync(folder))
      mkdirSync(folder, { recursive: !existsSync(dirname(resolve(folder))), mode: 0o700 })
    return {
      pepper: readPepper(join(folder, 'pepper')),
      store: openStore(folder, market),
    }
  } catch (error) {
    throw new EnvironmentError(
      `DATA_DIR="${folder}" cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Another connection to the store of a folder that has been opened. */
export const openStore = (folder: string, market: MarketChoice): Store =>
  sqliteStore(join(folder, 'service.sqlite'), marketName(market))

function marketName(market: MarketChoice): string {
  return market.kind === 'files' ? `files:${resolve(market.folder)}` : market.kind
}

/** Remembers the market of the running service. */
export function keepMarket(folder: string, market: MarketChoice): void {
  writeFileSync(join(folder, 'market'), `${marketName(market)}\n`)
}

/** The market the service last ran on, as MARKET names it; undefined before its first start. */
export function keptMarket(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'market'), 'utf8').trim()
  } catch {
    return undefined
  }
}

function readPepper(path: string): Uint8Array<ArrayBuffer> {
  const read = () => {
    const text = readFileSync(path, 'utf8').trim()
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} must hold 64 hex digits`)
    return Uint8Array.from(Buffer.from(text, 'hex'))
  }
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Written whole and then named, so that two processes starting at once agree on the first one's.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return read()
}
