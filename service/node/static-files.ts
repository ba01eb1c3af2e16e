/** Files read from the disk into memory: each with its ETag, and compressed when first asked for. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding, StaticFile } from '#service/http/site-files.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
const compressible = new Set(['.js', '.css', '.html', '.json', '.svg'])
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** A file of this content; its name's ending says of what type it is. */
export function staticFile(name: string, content: Uint8Array | string): StaticFile {
  const bytes = Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content)
  const extension = extname(name)
  return {
    bytes,
    type: types[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    ...(compressible.has(extension) ? { encoded: compressor(bytes) } : {}),
  }
}

/** Every file below a folder, or those `wanted` by name, by its path with forward slashes; empty where there is no folder. */
export function readFolder(
  folder: string,
  wanted: (name: string) => boolean = () => true,
): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  let entries
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return files
  }
  for (const entry of entries) {
    if (!entry.isFile() || !wanted(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(folder, path).split(sep).join('/'), staticFile(entry.name, readFileSync(path)))
  }
  return files
}

/** Compresses ahead of the first request. */
export async function precompress(file: StaticFile): Promise<void> {
  await Promise.all([file.encoded?.('br'), file.encoded?.('gzip')])
}

/** Makes each encoding when it is first asked for, then keeps it. */
function compressor(bytes: Uint8Array<ArrayBuffer>): NonNullable<StaticFile['encoded']> {
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  // The loader is small and asked for by every page; for the app's larger files 9 is near enough and much faster.
  const quality = bytes.byteLength < 50_000 ? 11 : 9
  const make = async (encoding: Encoding) =>
    Uint8Array.from(
      encoding === 'br'
        ? await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
        : await gzipped(bytes, { level: 9 }),
    )
  return (encoding) => {
    let one = made.get(encoding)
    if (!one) made.set(encoding, (one = make(encoding)))
    return one
  }
}
