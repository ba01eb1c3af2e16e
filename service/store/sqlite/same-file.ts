/**
 * Whether a database's files are still those that were opened. A file that was deleted or replaced goes on taking writes
 * from who has it open, and nobody ever reads them again.
 */
import { statSync } from 'node:fs'
import { StoreFault } from '#service/store/store-error.ts'

export type SameFile = {
  /**
   * Gives the bytes of its log. Some microseconds.
   *
   * @throws StoreFault where a file is gone, is another one or cannot be looked at
   */
  assert(): number
  /** The same, asked of the disk now and then only: for what happens with every request. Never throws. */
  isLikely(): boolean
}

/** How long what was seen last is believed by `isLikely`. Milliseconds. */
const believedMs = 250

/** What the file of a name is, and how large; of one that is not there nothing, and no bytes. */
function look(path: string): { readonly identity: string | undefined; readonly size: number } {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return { identity: stat && `${stat.dev}/${stat.ino}`, size: Number(stat?.size ?? 0) }
}

/** `path` is open; its log beside it is made with the first transaction and stays until the last connection closes. */
export function sameFile(path: string): SameFile {
  const { identity } = look(path)
  let logIdentity: string | undefined
  let seen = { at: -Infinity, isSame: true }
  const lookAgain = () => {
    try {
      return { file: look(path), log: look(`${path}-wal`) }
    } catch (cause) {
      throw new StoreFault('the database file cannot be looked at', { cause })
    }
  }
  const assert = () => {
    const { file, log } = lookAgain()
    logIdentity ??= log.identity
    if (file.identity !== identity || log.identity !== logIdentity)
      throw new StoreFault('the database file was removed or replaced: restart the service')
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
      if (now - seen.at > believedMs) seen = { at: now, isSame: isSame() }
      return seen.isSame
    },
  }
}
