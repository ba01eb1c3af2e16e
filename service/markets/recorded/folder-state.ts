/** Whether the folders that are read while requests are served still exist. Node only. */
import type { FileReader } from './file-reader.ts'

/** A folder is checked at most once in this many milliseconds. */
const recheckAfterMs = 1000

/**
 * Returns a function that returns the result of the last check, and starts the next one in the background. A folder that
 * is missing or does not respond is failing.
 *
 * @param elapsed monotonic clock, milliseconds
 */
export function createFolderState(
  reader: FileReader,
  folder: string,
  elapsed: () => number,
): () => 'working' | 'failing' {
  let state: 'working' | 'failing' = 'working'
  let checkedMs = -Infinity
  let isChecking = false
  const check = async (): Promise<void> => {
    isChecking = true
    const fingerprint = await reader.fingerprint(folder).catch(() => 'missing')
    state = fingerprint === 'missing' ? 'failing' : 'working'
    checkedMs = elapsed()
    isChecking = false
  }
  return () => {
    if (!isChecking && elapsed() - checkedMs >= recheckAfterMs) void check()
    return state
  }
}
