/**
 * Caches the errors of broken files, so that a broken file is read again only after a change. Node
 * only.
 */
import type { FileReader } from './file-reader.ts'
import { BrokenFile, UnreadableFile } from './read-text.ts'

export type BrokenFiles = {
  /**
   * Returns the result of `parse` of the file's text, or the previous error if the broken file has not changed since.
   * Rejects with an UnreadableFile if the file cannot be read at present.
   */
  read<T>(file: string, parse: (text: string) => T): Promise<T | BrokenFile>
  /** The error of the last read; undefined if it succeeded or the file has not been read. */
  errorOf(file: string): BrokenFile | undefined
}

/** A broken file is checked for changes at most once in this many milliseconds. */
const recheckAfterMs = 1000

/**
 * Creates an empty cache.
 *
 * @param onBroken receives each error of a read
 * @param elapsed monotonic clock, milliseconds
 */
export function createBrokenFiles(
  reader: FileReader,
  { onBroken, elapsed }: { onBroken: (error: BrokenFile) => void; elapsed: () => number },
): BrokenFiles {
  type BrokenState = { readonly error: BrokenFile; readonly fingerprint: string; checkedMs: number }
  const brokenByFile = new Map<string, BrokenState>()
  const isUnchanged = async (file: string, entry: BrokenState): Promise<boolean> => {
    if (elapsed() - entry.checkedMs < recheckAfterMs) return true
    entry.checkedMs = elapsed()
    return (await reader.fingerprint(file)) === entry.fingerprint
  }
  return {
    async read(file, parse) {
      const entry = brokenByFile.get(file)
      if (entry && (await isUnchanged(file, entry))) return entry.error
      // Taken before the read, so that a concurrent write counts as a change.
      const fingerprint = await reader.fingerprint(file)
      try {
        const result = parse(await reader.readText(file))
        brokenByFile.delete(file)
        return result
      } catch (error) {
        if (!(error instanceof BrokenFile)) throw error
        onBroken(error)
        // A read error of the disk may be transient.
        if (error instanceof UnreadableFile) throw error
        brokenByFile.set(file, { error, fingerprint, checkedMs: elapsed() })
        return error
      }
    },
    errorOf: (file) => brokenByFile.get(file)?.error,
  }
}
