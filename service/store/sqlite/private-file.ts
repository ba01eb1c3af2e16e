/** Files that only the service's own user may read: whatever lies in DATA_DIR is hashed, or worse. */
import { chmodSync, closeSync, openSync } from 'node:fs'

const ownersOnly = 0o600

const ignoring = (codes: readonly string[], change: () => void): void => {
  try {
    change()
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Takes a file from everybody else; one that is not there, or is another user's, stays as it is. */
export function makePrivate(path: string): void {
  ignoring(['ENOENT', 'EPERM', 'EROFS'], () => chmodSync(path, ownersOnly))
}

/**
 * Makes an empty file of one's own where there is none. One that is there is not opened: closing it would end the locks
 * that SQLite holds on it in this process.
 */
export function makePrivateFile(path: string): void {
  ignoring(['EEXIST'], () => closeSync(openSync(path, 'wx', ownersOnly)))
  makePrivate(path)
}
