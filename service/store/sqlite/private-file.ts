/** Files that only the service's own user may read: DATA_DIR holds hashed secrets and the pepper. */
import { chmodSync, closeSync, openSync } from 'node:fs'

const ownersOnly = 0o600

const ignoring = (codes: readonly string[], change: () => void): void => {
  try {
    change()
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Restricts a file to its owner; a missing file, or another user's, stays as it is. */
export function restrictToOwner(path: string): void {
  ignoring(['ENOENT', 'EPERM', 'EROFS'], () => chmodSync(path, ownersOnly))
}

/**
 * Creates an empty owner-only file unless it exists. An existing file is not opened: closing it would release
 * the locks that SQLite holds on it in this process.
 */
export function makePrivateFile(path: string): void {
  ignoring(['EEXIST'], () => closeSync(openSync(path, 'wx', ownersOnly)))
  restrictToOwner(path)
}
