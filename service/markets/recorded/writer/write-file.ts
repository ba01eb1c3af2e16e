/** Writes files that are complete or absent. Node only. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Ending of a file that is being written. The readers ignore it. */
export const partialSuffix = '.partial'

/** Writes a temporary file and renames it. Compresses the text if the name ends in `.gz`; creates missing folders. */
export function writeWhole(root: string, file: string, text: string): void {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}${partialSuffix}`, file.endsWith('.gz') ? gzipSync(text) : text)
  renameSync(`${path}${partialSuffix}`, path)
}
