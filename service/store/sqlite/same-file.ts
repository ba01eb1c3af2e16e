/**
 * Whether a database's files are still the ones that were opened. A deleted or replaced file accepts writes
 * from processes that have it open, and those writes are lost.
 */
import { statSync } from 'node:fs'
import { StoreError } from '#service/store/store-error.ts'

export type SameFile = {
  /**
   * Returns the size of the write-ahead log in bytes; takes some microseconds.
   *
   * @throws StoreError if a file is missing, replaced or inaccessible
   */
  assert(): number
  /** The same with a cached result, for every request. Never throws. */
  isLikely(): boolean
}

/** Cache lifetime of `isLikely`. Milliseconds. */
const reuseMs = 250

/** Identity and size of a file; no identity and no bytes for a missing one. */
function statFile(path: string): { readonly identity: string | undefined; readonly size: number } {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return { identity: stat && `${stat.dev}/${stat.ino}`, size: Number(stat?.size ?? 0) }
}

/** `path` is open; its WAL is created with the first transaction and stays until the last connection closes. */
export function sameFile(path: string): SameFile {
  const { identity } = statFile(path)
  let logIdentity: string | undefined
  let cached = { checkedAt: -Infinity, isSame: true }
  const statFiles = () => {
    try {
      return { file: statFile(path), log: statFile(`${path}-wal`) }
    } catch (cause) {
      throw new StoreError('the database file cannot be accessed', { cause })
    }
  }
  const assert = () => {
    const { file, log } = statFiles()
    logIdentity ??= log.identity
    if (file.identity !== identity || log.identity !== logIdentity)
      throw new StoreError('the database file was removed or replaced: restart the service')
    return log.size
  }
  const isSame = () => {
    try {
      assert()
      return true
    } catch {
      return false
    }
  }
  return {
    assert,
    isLikely() {
      const now = performance.now()
      if (now - cached.checkedAt > reuseMs) cached = { checkedAt: now, isSame: isSame() }
      return cached.isSame
    },
  }
}
