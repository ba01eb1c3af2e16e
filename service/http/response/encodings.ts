/**
 * Compression with web-standard APIs. Only for data; responses with secrets are never compressed.
 */

/** Content codings (RFC 9110, 8.4.1), smaller results first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Returns the content codings that a client accepts (RFC 9110, 12.5.3), without those of `q=0`. */
function acceptedEncodings(header: string): ReadonlySet<string> {
  return new Set(
    header
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  )
}

/** Maximum number of cached headers. Nearly all clients send the same few values. */
const maxCachedHeaders = 100
const cache = new Map<string, ReadonlySet<string>>()

function cachedEncodings(header: string): ReadonlySet<string> {
  let accepted = cache.get(header)
  if (!accepted) {
    accepted = acceptedEncodings(header)
    if (cache.size < maxCachedHeaders && header.length < 100) cache.set(header, accepted)
  }
  return accepted
}

/** Returns the first of the `offered` encodings that the client accepts, or undefined. */
export function acceptedEncoding(
  requestHeaders: Pick<Headers, 'get'>,
  offered: readonly Encoding[] = encodings,
): Encoding | undefined {
  const accepted = cachedEncodings(requestHeaders.get('accept-encoding') ?? '')
  return offered.find((encoding) => accepted.has(encoding))
}

/** Compresses bytes or a text with gzip. */
export async function gzipped(content: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([content]).stream().pipeThrough(new CompressionStream('gzip')).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    chunks.push(value)
  }
}
