/**
 * Caches the errors of broken files, so that a broken file is read again only after a change. Node
 * only.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { BrokenFile, UnreadableFile } from './read-text.ts'

export type BrokenFiles = {
  /** Returns the result of `read`, or the previous error if the broken file has not changed since. */
  read<T>(file: string, read: () => T | BrokenFile): T | BrokenFile
  /** The error of the last read; undefined if it succeeded or the file has not been read. */
  errorOf(file: string): BrokenFile | undefined
}

/** A broken file is checked for changes at most once in this many milliseconds. */
const recheckAfterMs = 1000

/**
 * Creates an empty cache for the files of a folder.
 *
 * @param elapsed monotonic clock, milliseconds
 */
export function createBrokenFiles(folder: string, elapsed: () => number): BrokenFiles {
  type BrokenState = { readonly error: BrokenFile; readonly fingerprint: string; checkedMs: number }
  const brokenByFile = new Map<string, BrokenState>()
  const fingerprintOf = (file: string): string => {
    const stat = statSync(join(folder, file), { throwIfNoEntry: false })
    return stat ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ') : 'missing'
  }
  const isUnchanged = (file: string, entry: BrokenState): boolean => {
    // A read error of the disk may be transient.
    if (entry.error instanceof UnreadableFile) return false
    if (elapsed() - entry.checkedMs < recheckAfterMs) return true
    entry.checkedMs = elapsed()
    return fingerprintOf(file) === entry.fingerprint
  }
  return {
    read(file, read) {
      const entry = brokenByFile.get(file)
      if (entry && isUnchanged(file, entry)) return entry.error
      // Taken before the read, so that a concurrent write counts as a change.
      const fingerprint = fingerprintOf(file)
      const result = read()
      if (result instanceof BrokenFile)
        brokenByFile.set(file, { error: result, fingerprint, checkedMs: elapsed() })
      else brokenByFile.delete(file)
      return result
    },
    errorOf: (file) => brokenByFile.get(file)?.error,
  }
}
