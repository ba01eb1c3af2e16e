/**
 * Lock of a data folder: one process serves from it. An operating system lock, held by SQLite on a file of
 * its own: it ends with the process, however that ends, and leaves no stale file. Commands and scan workers
 * do not take it.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Stop } from '#service/shared/stop.ts'
import { makeFolder } from './data-dir.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { makePrivateFile } from '#service/store/sqlite/private-file.ts'
import { isBusy } from '#service/store/sqlite/sqlite-errors.ts'

/** Keeps the handles referenced: garbage collection would close them and release the lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks the folder, creating it if missing, until the returned function is called.
 *
 * @throws EnvironmentError if another process holds the lock, or the folder cannot be used
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
