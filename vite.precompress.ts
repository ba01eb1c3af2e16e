/**
 * Writes `<file>.br` and `<file>.gz` next to each built file at maximum compression, so that the
 * service does not compress files itself (service/server/files/static-files.ts reads them).
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Extensions of compressible files. Fonts and pictures are already compressed. */
const compressible = /\.(js|css|json|svg)$/

/** Compresses all compressible files of a folder. Rejects if a file cannot be read or written. */
export async function precompress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => compressible.test(name))
  await Promise.all(names.map((name) => compress(join(folder, name))))
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  await Promise.all([
    brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((compressed) =>
      writeFile(`${path}.br`, compressed),
    ),
    gzipAsync(bytes, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
  ])
}
