/**
 * Unpacks a compressed file of a day into a scratch file.
 *
 * DEFLATE has no random access: to read the lines of one symbol, the file would have to be inflated from
 * its start each time (3 s for the whole market), or the state of the inflater stored at every range,
 * which Node's zlib cannot do. A scratch file costs 400 MB of disk. The workers of the scan and a
 * restarted service use the same one. Node only.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BrokenFile } from '#service/markets/recorded/read-text.ts'
import type { FileState } from './day-files.ts'
import { openZipEntry } from './zip-entry.ts'

/** Whether the file must be unpacked. */
export const isPacked = ({ name }: Pick<FileState, 'name'>): boolean => !/\.csv$/i.test(name)

/**
 * Returns the path of the unpacked file, which only this user can read.
 *
 * @throws BrokenFile if the file is incomplete or not compressed as its name says
 */
export async function unpack(folder: string, file: FileState, signal: AbortSignal): Promise<string> {
  const scratchFolder = await openScratchFolder()
  const path = join(scratchFolder, `${folderPrefix(folder)}${digest(file.fingerprint)}.csv`)
  if (await exists(path)) return path
  // Several processes may unpack at the same time; the last one renames.
  const temporaryPath = `${path}.${process.pid}-${crypto.randomUUID()}.tmp`
  try {
    const output = createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600 })
    const source = join(folder, file.name)
    if (/\.zip$/i.test(file.name)) {
      const entry = await openZipEntry(source, file.name)
      await pipeline([...entry.streams(), output], { signal })
      entry.check()
    } else await pipeline(createReadStream(source), createGunzip(), output, { signal })
    await rename(temporaryPath, path)
    return path
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw asBrokenFile(error, file.name)
  }
}

/** Deletes the scratch files of a folder except the one in use. Processes that still read one keep it open. */
export async function removeOldScratchFiles(folder: string, usedPath: string | null): Promise<void> {
  const names = await readdir(scratchPath()).catch(() => [])
  for (const name of names) {
    const path = join(scratchPath(), name)
    if (!name.startsWith(folderPrefix(folder)) || path === usedPath) continue
    // Another process may be writing a temporary file.
    if (name.endsWith('.csv') || (await isOlderThanAnHour(path))) await rm(path, { force: true })
  }
}

/**
 * One folder for all processes of the user. Others must not be able to replace files in it.
 *
 * @throws Error if it belongs to another user
 */
async function openScratchFolder(): Promise<string> {
  const user = process.getuid?.()
  const path = scratchPath()
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = await lstat(path)
  // Windows has no such permissions; its temporary folder is the user's own.
  if (user !== undefined && (uid !== user || (mode & 0o170077) !== 0o040000))
    throw new Error(
      `${path} cannot be used: expected a folder that only this user can read; set TMPDIR to another`,
    )
  return path
}

const scratchPath = (): string =>
  join(tmpdir(), `options-analysis-service-${process.getuid?.() ?? 'scratch'}`)
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)
const folderPrefix = (folder: string): string => `eod-${digest(resolve(folder)).slice(0, 12)}-`

const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

const isOlderThanAnHour = async (path: string): Promise<boolean> => {
  try {
    return Date.now() - (await stat(path)).mtimeMs > 3_600_000
  } catch {
    return false
  }
}

/**
 * Errors of the decompression mean a broken file. Those of the file system have a `syscall` and may be
 * transient.
 */
function asBrokenFile(error: unknown, name: string): unknown {
  const isDecompression = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
  return isDecompression ? new BrokenFile(`${name}:1: ${error.message}; expected a complete file`) : error
}
