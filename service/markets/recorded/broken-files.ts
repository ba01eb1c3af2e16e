/** Registry of broken files with their state when read: they are read again after a change. Node only. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { BrokenFile, UnreadableFile } from './read-text.ts'

export type BrokenFiles = {
  /** What `read` makes of a file, or the error before where the file is still the one that was broken. */
  read<T>(file: string, read: () => T | BrokenFile): T | BrokenFile
  /** Why the file could not be read the last time; undefined if it could, or has not been read. */
  why(file: string): BrokenFile | undefined
}

/** A broken file is checked once in this many milliseconds and read again only if it has changed. */
const lookEveryMs = 1000

/** @param elapsed milliseconds that only ever go on */
export function brokenFiles(folder: string, elapsed: () => number): BrokenFiles {
  type Found = { readonly error: BrokenFile; readonly state: string; lookedAt: number }
  const found = new Map<string, Found>()
  const stateOf = (file: string): string => {
    const stat = statSync(join(folder, file), { throwIfNoEntry: false })
    return stat ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ') : 'gone'
  }
  const isAsBefore = (file: string, known: Found): boolean => {
    // A read error of the disk may be transient.
    if (known.error instanceof UnreadableFile) return false
    if (elapsed() - known.lookedAt < lookEveryMs) return true
    known.lookedAt = elapsed()
    return stateOf(file) === known.state
  }
  return {
    read(file, read) {
      const known = found.get(file)
      if (known && isAsBefore(file, known)) return known.error
      // Before the read: a concurrent write counts as a change.
      const state = stateOf(file)
      const given = read()
      if (given instanceof BrokenFile) found.set(file, { error: given, state, lookedAt: elapsed() })
      else found.delete(file)
      return given
    },
    why: (file) => found.get(file)?.error,
  }
}
