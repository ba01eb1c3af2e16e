/**
 * One process serves from a data folder. The lock is the operating system's, held by SQLite on a file of its own: it ends
 * with the process, however that ends, and needs no file to be removed. Commands and scan threads work beside it.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Stop } from '#service/markets/market.ts'
import { makeFolder } from './data-dir.ts'
import { EnvironmentError } from './environment.ts'
import { makePrivateFile } from '../../store/sqlite/private-file.ts'
import { isBusy } from '../../store/sqlite/sqlite-errors.ts'

/** What is held: a handle that nobody refers to is closed when memory is cleared, and the lock with it. */
const held = new Set<DatabaseSync>()

/**
 * Locks the folder, making it where there is none, until the returned function is called.
 *
 * @throws EnvironmentError where another process holds it, or the folder cannot be used
 */
export function lockDataDir(folder: string): Stop {
  const refuse = (why: string): never => {
    throw new EnvironmentError(`DATA_DIR="${folder}" cannot be used: ${why}`)
  }
  let file: DatabaseSync | undefined
  try {
    makeFolder(folder)
    const path = join(folder, 'lock')
    makePrivateFile(path)
    file = new DatabaseSync(path, { timeout: 0 })
    file.exec('begin exclusive')
    const lock = file
    held.add(lock)
    return () => {
      held.delete(lock)
      lock.close()
    }
  } catch (error) {
    file?.close()
    if (isBusy(error))
      return refuse('another service is running on it. Stop that one, or use a folder of its own')
    return refuse(error instanceof Error ? error.message : String(error))
  }
}
