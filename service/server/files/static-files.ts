/**
 * Files in memory with their ETags. Compressed files of the build (`a.js.br` beside `a.js`) are sent unchanged; other
 * files are compressed on first use.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import type { Encoding } from '#service/http/response/encodings.ts'
import type { StaticFile } from '#service/http/documents/site-files.ts'
import type { PublishedAsset } from '#service/store/assets.ts'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
const compressible = new Set(['.js', '.css', '.html', '.json', '.svg'])
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }
/** File name suffixes of compressed files in the build. */
const suffixes: readonly [suffix: string, Encoding][] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
]

/** The compressed forms of one file that the build has produced. */
type CompressedForms = ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>

/** `compressed`: existing forms of a file. `quality`: Brotli quality (0 to 11) for a missing one; default by size. */
type CompressionOptions = { readonly compressed?: CompressedForms | undefined; readonly quality?: number }

/** Creates a file with this content. The suffix of its name determines the content type. */
export function staticFile(
  name: string,
  content: Uint8Array | string,
  { compressed = new Map(), quality }: CompressionOptions = {},
): StaticFile {
  const bytes = Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content)
  return {
    bytes,
    type: contentTypeOf(name),
    etag: etagOf(sha256Of(bytes)),
    ...(isCompressible(name) ? { encoded: compressor(bytes, compressed, quality) } : {}),
  }
}

/**
 * Creates a file that a node with another build has published. Undefined if its content differs from its ETag.
 */
export async function publishedFile({
  type,
  etag,
  encoding,
  body,
}: PublishedAsset): Promise<StaticFile | undefined> {
  const isCompressed = encoding === 'br'
  const bytes = isCompressed ? Uint8Array.from(await decompress.br(body).catch(() => [])) : body
  if (etagOf(sha256Of(bytes)) !== etag) return undefined
  const encoded = isCompressed ? { encoded: compressor(bytes, new Map([['br', body]])) } : {}
  return { bytes, type, etag, ...encoded }
}

/** The content type of a file with this name. */
export const contentTypeOf = (name: string): string =>
  contentTypes[extname(name)] ?? 'application/octet-stream'

/** Whether a file with this name is sent compressed. */
export const isCompressible = (name: string): boolean => compressible.has(extname(name))

/** SHA-256 of the content, base64url. */
export const sha256Of = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url')

/** @param sha256 SHA-256 of the uncompressed content, base64url */
export const etagOf = (sha256: string): string => `"${sha256.slice(0, 27)}"`

/**
 * Reads all files below a folder, or those whose name `isWanted` accepts, by path with forward slashes. Empty if the
 * folder is missing. Compressed files of the build are attached to their original.
 */
export function readFolder(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): Map<string, StaticFile> {
  const contents = new Map<string, Uint8Array>()
  const compressed = new Map<string, Map<Encoding, Uint8Array<ArrayBuffer>>>()
  for (const path of pathsBelow(folder)) {
    const [suffix, encoding] = suffixes.find(([candidate]) => path.endsWith(candidate)) ?? ['']
    const originalPath = path.slice(0, path.length - suffix.length)
    if (!isWanted(basename(originalPath))) continue
    const bytes = readFileSync(join(folder, path))
    if (!encoding) contents.set(path, bytes)
    else
      compressed.set(
        originalPath,
        (compressed.get(originalPath) ?? new Map()).set(encoding, Uint8Array.from(bytes)),
      )
  }
  return new Map(
    [...contents].map(([path, bytes]) => [
      path,
      staticFile(path, bytes, { compressed: compressed.get(path) }),
    ]),
  )
}

/** Returns the path of every file below the folder, or none if there is no folder. */
function pathsBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
  } catch {
    return []
  }
}

/** Compresses a file before its first request. */
export async function precompress(file: StaticFile): Promise<void> {
  await Promise.all([file.encoded?.('br'), file.encoded?.('gzip')])
}

/**
 * Finds or creates each encoding on first use and caches it. A compressed file whose content differs, for example
 * after a manual change, is not sent.
 */
function compressor(
  bytes: Uint8Array<ArrayBuffer>,
  compressed: CompressedForms,
  quality?: number,
): NonNullable<StaticFile['encoded']> {
  const cache = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  const load = async (encoding: Encoding) => {
    const existing = compressed.get(encoding)
    const content = existing && (await decompress[encoding](existing).catch(() => undefined))
    return existing && content?.equals(bytes) ? existing : compress(bytes, encoding, quality)
  }
  return (encoding) => {
    let pending = cache.get(encoding)
    if (!pending) cache.set(encoding, (pending = load(encoding)))
    return pending
  }
}

async function compress(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  requestedQuality?: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'gzip')
    return Uint8Array.from(await gzipAsync(bytes, { level: requestedQuality === undefined ? 9 : 6 }))
  // Every page requests the loader, which is small. For the larger files of the app, quality 9 is nearly as small
  // and much faster.
  const quality = requestedQuality ?? (bytes.byteLength < 50_000 ? 11 : 9)
  return Uint8Array.from(await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
}
