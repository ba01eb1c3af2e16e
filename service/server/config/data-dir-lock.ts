/**
 * Lock of a data folder, so that only one process serves from it. SQLite holds an operating system lock on a
 * separate file: the lock ends with the process, even after a crash, and leaves no stale file. Commands and scan
 * workers do not take it.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Stop } from '#service/shared/stop.ts'
import { ensureFolder } from './data-dir.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { createPrivateFile } from '#service/store/sqlite/private-file.ts'
import { isBusy } from '#service/store/sqlite/sqlite-errors.ts'
import { errorMessage } from '#service/shared/error-message.ts'

/** Keeps the handles referenced: garbage collection would close them and release the lock. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Locks the folder, creating it if missing, until the returned function is called.
 *
 * @throws EnvironmentError if another process holds the lock, or the folder cannot be used
 */
export function lockDataDir(folder: string): Stop {
  const refuse = (reason: string): never => {
    throw new EnvironmentError(`DATA_DIR="${folder}" cannot be used: ${reason}`)
  }
  let lockFile: DatabaseSync | undefined
  try {
    ensureFolder(folder)
    const path = join(folder, 'lock')
    createPrivateFile(path)
    lockFile = new DatabaseSync(path, { timeout: 0 })
    lockFile.exec('begin exclusive')
    const lock = lockFile
    heldLocks.add(lock)
    return () => {
      heldLocks.delete(lock)
      lock.close()
    }
  } catch (error) {
    lockFile?.close()
    if (isBusy(error))
      return refuse('another service is using it. Stop that service, or set DATA_DIR to another folder')
    return refuse(errorMessage(error))
  }
}
