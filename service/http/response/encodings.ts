/** Compression of answers, by web-standard means. Only data goes through here, never an answer that holds a secret. */

/** How bytes may be compressed (RFC 9110, 8.4.1), the smaller first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The content codings a client takes (RFC 9110, 12.5.3), `q=0` left out. */
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

/** The smallest of the `offered` encodings that a request takes; undefined where it takes none of them. */
export function acceptedEncoding(
  asked: Pick<Headers, 'get'>,
  offered: readonly Encoding[] = encodings,
): Encoding | undefined {
  const taken = rememberedEncodings(asked.get('accept-encoding') ?? '')
  return offered.find((one) => taken.has(one))
}

/** Bytes, or a text, as gzip. */
export async function gzipped(content: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([content]).stream().pipeThrough(new CompressionStream('gzip')).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    chunks.push(value)
  }
}
