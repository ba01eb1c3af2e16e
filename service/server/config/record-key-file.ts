/** The file with the operator's key that signs the sealed record. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createKeyFile, readKeyFile } from '#service/record/record-keys.ts'
import type { RecordKey } from '#service/record/record-keys.ts'
import { ensureFolder } from './data-dir.ts'

/**
 * Reads the key. Undefined if there is no file.
 *
 * @throws Error if the file holds no key
 */
export async function readRecordKey(path: string): Promise<RecordKey | undefined> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return readKeyFile(text)
}

const writePrivately = (path: string, text: string): void => writeFileSync(path, text, { mode: 0o600 })

/** Reads the key; creates it if there is no file. */
export async function ensureRecordKey(path: string): Promise<RecordKey> {
  const existing = await readRecordKey(path)
  if (existing) return existing
  ensureFolder(dirname(path))
  // A link is atomic: if two processes create the file at the same time, both then read the first one's key.
  const temporaryPath = `${path}.${process.pid}`
  writePrivately(temporaryPath, await createKeyFile())
  try {
    linkSync(temporaryPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporaryPath)
  }
  return (await readRecordKey(path))!
}

/**
 * Replaces the key by a new one that the old one has signed. The old file stays beside it.
 *
 * @returns the new key, and the path of the old one
 */
export async function rotateRecordKey(
  path: string,
  former: RecordKey,
): Promise<{ readonly key: RecordKey; readonly formerPath: string }> {
  const formerPath = `${path}.${former.public.id}`
  const temporaryPath = `${path}.${process.pid}`
  writePrivately(temporaryPath, await createKeyFile(former))
  rmSync(formerPath, { force: true })
  linkSync(path, formerPath)
  renameSync(temporaryPath, path)
  return { key: (await readRecordKey(path))!, formerPath }
}
