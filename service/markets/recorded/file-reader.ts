/**
 * Reads files of a data folder while requests are served: with a deadline, and without blocking the event loop. Node only.
 */
import { statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { brokenFileOf, decodeText, notRegularFile, openFlags, readText } from './read-text.ts'
import { createLimitedCalls, fileTimeoutMs } from './limited-calls.ts'

export type FileReader = {
  /**
   * The text of a file; see {@link readText}. `file` is relative to the folder.
   *
   * @throws UnreadableFile if the folder does not respond, or the file is missing, cannot be read or is not a regular one
   * @throws BrokenFile if the file cannot be decompressed
   */
  readText(file: string): Promise<string>
  /** Differs after every change of the file; `missing` without one. Rejects with an UnreadableFile. */
  fingerprint(file: string): Promise<string>
}

const gunzipText = promisify(gunzip)

const fingerprintOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string =>
  [ino, size, mtimeMs, ctimeMs].join(' ')

/** The file system calls of a reader; tests replace them. */
export type FileCalls = {
  read(path: string): Promise<Buffer>
  fingerprint(path: string): Promise<string>
}

const nodeCalls: FileCalls = {
  async read(path) {
    const file = await open(path, openFlags)
    try {
      if (!(await file.stat()).isFile()) throw notRegularFile()
      return await file.readFile()
    } finally {
      await file.close()
    }
  },
  async fingerprint(path) {
    return fingerprintOf(await stat(path))
  },
}

/** Reads with a deadline. */
export function createFileReader(
  folder: string,
  { timeoutMs = fileTimeoutMs, calls = nodeCalls }: { timeoutMs?: number; calls?: FileCalls } = {},
): FileReader {
  const run = createLimitedCalls(timeoutMs)
  return {
    async readText(file) {
      try {
        const bytes = await run(file, () => calls.read(join(folder, file)))
        return decodeText(file.endsWith('.gz') ? await gunzipText(bytes) : bytes)
      } catch (error) {
        throw brokenFileOf(error, file)
      }
    },
    fingerprint: (file) =>
      run(file, () => calls.fingerprint(join(folder, file))).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing'
        throw brokenFileOf(error, file)
      }),
  }
}

/** Reads without a deadline, for a thread of its own: a call that hangs blocks that thread, and no thread of libuv. */
export const blockingFileReader = (folder: string): FileReader => ({
  readText: async (file) => readText(folder, file),
  async fingerprint(file) {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false })
    return stats ? fingerprintOf(stats) : 'missing'
  },
})
