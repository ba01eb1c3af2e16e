/**
 * Checks that the files of a database are still those that were opened. A deleted or replaced file
 * accepts writes from processes that have it open, and those writes are lost.
 */
import { statSync } from 'node:fs'
import { StoreError } from '#service/store/store-error.ts'

export type FileIdentity = {
  /**
   * Checks the files and returns the size of the write-ahead log in bytes. Takes a few
   * microseconds.
   *
   * @throws StoreError if a file is missing, replaced or inaccessible
   */
  assertUnchanged(): number
  /** The same check with a cached result, for every request. Never throws. */
  isLikelyUnchanged(): boolean
}

/** Cache lifetime of `isLikelyUnchanged`. Milliseconds. */
const cacheTtlMs = 250

/** Identity and size of a file. For a missing file the identity is undefined and the size 0. */
function statFile(path: string): { readonly identity: string | undefined; readonly size: number } {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return { identity: stat && `${stat.dev}/${stat.ino}`, size: Number(stat?.size ?? 0) }
}

/**
 * Records the identity of the open database at `path`. Its WAL is created with the first
 * transaction and exists until the last connection closes.
 */
export function createFileIdentity(path: string): FileIdentity {
  const { identity } = statFile(path)
  let logIdentity: string | undefined
  let cached = { checkedAt: -Infinity, isUnchanged: true }
  const statFiles = () => {
    try {
      return { file: statFile(path), log: statFile(`${path}-wal`) }
    } catch (cause) {
      throw new StoreError('the database file cannot be accessed', { cause })
    }
  }
  const assertUnchanged = () => {
    const { file, log } = statFiles()
    logIdentity ??= log.identity
    if (file.identity !== identity || log.identity !== logIdentity)
      throw new StoreError('the database file was removed or replaced: restart the service')
    return log.size
  }
  const isUnchanged = () => {
    try {
      assertUnchanged()
      return true
    } catch {
      return false
    }
  }
  return {
    assertUnchanged,
    isLikelyUnchanged() {
      const now = performance.now()
      if (now - cached.checkedAt > cacheTtlMs) cached = { checkedAt: now, isUnchanged: isUnchanged() }
      return cached.isUnchanged
    },
  }
}
