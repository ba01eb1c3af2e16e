/**
 * Files that only the user of the service may read, because DATA_DIR contains hashed secrets and
 * the pepper.
 */
import { chmodSync, closeSync, openSync } from 'node:fs'

const ownerOnlyMode = 0o600

/** Runs an operation and ignores errors with these codes. */
const ignoreErrors = (codes: readonly string[], change: () => void): void => {
  try {
    change()
  } catch (error) {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Restricts a file to its owner. Ignores a missing file, and a file of another user. */
export function restrictToOwner(path: string): void {
  ignoreErrors(['ENOENT', 'EPERM', 'EROFS'], () => chmodSync(path, ownerOnlyMode))
}

/**
 * Creates an empty file that only its owner may read, unless it exists. Does not open an existing
 * file, because closing it would release the locks that SQLite holds on it in this process.
 */
export function createPrivateFile(path: string): void {
  ignoreErrors(['EEXIST'], () => closeSync(openSync(path, 'wx', ownerOnlyMode)))
  restrictToOwner(path)
}
