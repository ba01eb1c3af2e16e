/** Compression of responses with web-standard APIs. Only for data: a response with a secret is never compressed. */

/** Content codings (RFC 9110, 8.4.1), the one with the smaller result first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The content codings that a client accepts (RFC 9110, 12.5.3), without those of `q=0`. */
function acceptedEncodings(header: string): ReadonlySet<string> {
  return new Set(
    header
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  )
}

/** Clients send nearly always the same few values; beyond this many they are parsed each time. */
const mostRemembered = 100
const remembered = new Map<string, ReadonlySet<string>>()

function rememberedEncodings(header: string): ReadonlySet<string> {
  let taken = remembered.get(header)
  if (!taken) {
    taken = acceptedEncodings(header)
    if (remembered.size < mostRemembered && header.length < 100) remembered.set(header, taken)
  }
  return taken
}

/** The smallest of the `offered` encodings that the client accepts; undefined if it accepts none. */
export function acceptedEncoding(
  asked: Pick<Headers, 'get'>,
  offered: readonly Encoding[] = encodings,
): Encoding | undefined {
  const taken = rememberedEncodings(asked.get('accept-encoding') ?? '')
  return offered.find((one) => taken.has(one))
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
