/**
 * The application of a kept release in one file, `releases/<version>/app.archive`: a line of JSON that
 * lists the files, followed by their contents. Compressible files are stored as Brotli, and sent unchanged
 * to browsers that accept it.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import * as v from 'valibot'
import type { StaticFile } from '#service/http/documents/site-files.ts'
import { contentTypeOf, etagOf, isCompressible, sha256Of, staticFile } from './static-files.ts'

const archiveFormat = 'options-analysis-service app 1'

const IndexSchema = v.object({
  format: v.literal(archiveFormat),
  files: v.array(
    v.object({
      /** Path below `dist/app`, with forward slashes. */
      path: v.string(),
      /** Length of the stored content, bytes. */
      bytes: v.number(),
      isBrotli: v.boolean(),
      /** SHA-256 of the uncompressed content, base64url. */
      sha256: v.string(),
    }),
  ),
})

/** Returns the archive of these files, by path below `dist/app`. */
export function makeAppArchive(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const entries = [...files].map(([path, content]) => {
    const isBrotli = isCompressible(path)
    const stored = isBrotli ? compressBest(content) : content
    const sha256 = sha256Of(content)
    return { stored, entry: { path, bytes: stored.byteLength, isBrotli, sha256 } }
  })
  const index = JSON.stringify({ format: archiveFormat, files: entries.map(({ entry }) => entry) })
  return Buffer.concat([Buffer.from(`${index}\n`), ...entries.map(({ stored }) => stored)])
}

/**
 * Reads an archive. Files are decompressed when they are used.
 *
 * @throws Error if it is not an archive, or is truncated
 */
export function readAppArchive(archive: Uint8Array): Map<string, StaticFile> {
  const indexLength = archive.indexOf(0x0a)
  const text = Buffer.from(archive.subarray(0, Math.max(0, indexLength))).toString('utf8')
  const { files } = v.parse(IndexSchema, JSON.parse(text || 'null'))
  let offset = indexLength + 1
  const read = new Map<string, StaticFile>()
  for (const { path, bytes, isBrotli, sha256 } of files) {
    const stored = Uint8Array.from(archive.subarray(offset, (offset += bytes)))
    if (stored.byteLength !== bytes) throw new Error(`the archive of the app is truncated: ${path}`)
    const etag = etagOf(sha256)
    read.set(path, isBrotli ? brotliFile(path, stored, etag) : { ...staticFile(path, stored), etag })
  }
  return read
}

/** Returns the paths whose content differs from its checksum. */
export const damagedFiles = (files: ReadonlyMap<string, StaticFile>): string[] =>
  [...files].filter(([, { bytes, etag }]) => etagOf(sha256Of(bytes)) !== etag).map(([path]) => path)

/** A file whose Brotli form is in memory, and whose other forms are created on use. */
function brotliFile(path: string, stored: Uint8Array<ArrayBuffer>, etag: string): StaticFile {
  const decompress = () => Uint8Array.from(brotliDecompressSync(stored))
  return {
    type: contentTypeOf(path),
    etag,
    get bytes() {
      return decompress()
    },
    encoded: async (encoding) => {
      if (encoding === 'br') return stored
      return (await staticFile(path, decompress()).encoded?.(encoding)) ?? decompress()
    },
  }
}

const compressBest = (content: Uint8Array): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
