/** Files served from memory: each with its ETag and compressed forms. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncodings } from '#service/http/encodings.ts'

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

type Encoding = 'br' | 'gzip'

export type StoredFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly etag: string
  readonly compressible: boolean
  /** Made when first asked for, then kept. */
  readonly encoded: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>
}

export function storedFile(name: string, content: Uint8Array | string): StoredFile {
  const bytes = Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content)
  const extension = extname(name)
  return {
    bytes,
    type: types[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    compressible: compressible.has(extension),
    encoded: new Map(),
  }
}

/** Every file below a folder, or those `wanted` by name, by its path with forward slashes; empty where there is no folder. */
export function readFolder(
  folder: string,
  wanted: (name: string) => boolean = () => true,
): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>()
  let entries
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return files
  }
  for (const entry of entries) {
    if (!entry.isFile() || !wanted(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(folder, path).split(sep).join('/'), storedFile(entry.name, readFileSync(path)))
  }
  return files
}

/** Compresses ahead of the first request. */
export async function precompress(file: StoredFile): Promise<void> {
  await Promise.all([encode(file, 'br'), encode(file, 'gzip')])
}

/** Answers with the file: 304 where the client has it, compressed where the client can read that. */
export async function sendFile(
  request: Request,
  file: StoredFile,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const encoding = file.compressible ? accepted(request.headers.get('accept-encoding')) : undefined
  // Each encoding is a representation of its own (RFC 9110, 8.8.3).
  const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag
  const common = { ...headers, ETag: etag, ...(file.compressible ? { Vary: 'Accept-Encoding' } : {}) }
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.some((tag) => tag === etag || tag === '*'))
    return new Response(null, { status: 304, headers: common })
  const body = encoding ? await encode(file, encoding) : file.bytes
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      ...common,
      'Content-Type': file.type,
      'Content-Length': String(body.byteLength),
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  })
}

function encode(file: StoredFile, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  let made = file.encoded.get(encoding)
  if (!made) {
    // The loader is small and asked for by every page; for the app's larger files 9 is near enough and much faster.
    const quality = file.bytes.byteLength < 50_000 ? 11 : 9
    const compressed =
      encoding === 'br'
        ? brotli(file.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
        : gzipped(file.bytes, { level: 9 })
    file.encoded.set(encoding, (made = compressed.then((bytes) => Uint8Array.from(bytes))))
  }
  return made
}

function accepted(header: string | null): Encoding | undefined {
  const offered = acceptedEncodings(header)
  return offered.has('br') ? 'br' : offered.has('gzip') ? 'gzip' : undefined
}
