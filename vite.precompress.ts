/**
 * Writes `<file>.br` and `<file>.gz` beside each built file, so that the service sends files at maximum
 * compression without compressing them (service/server/files/static-files.ts reads them).
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Extensions of compressible files. Fonts and pictures are already compressed. */
const compressible = /\.(js|css|json|svg)$/

/** Compresses all such files of a folder. Rejects if one cannot be read or written. */
export async function precompress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => compressible.test(name))
  await Promise.all(names.map((name) => compress(join(folder, name))))
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((small) =>
      writeFile(`${path}.br`, small),
    ),
    gzipped(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}
