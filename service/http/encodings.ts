/** Compression of answers, by web-standard means. Only data goes through here, never an answer that holds a secret. */

/** How bytes may be compressed (RFC 9110, 8.4.1), the smaller first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The content codings a client takes (RFC 9110, 12.5.3), `q=0` left out. */
function acceptedEncodings(header: string | null): ReadonlySet<string> {
  return new Set(
    (header ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  )
}

/** The smallest of the `offered` encodings that a request takes; undefined where it takes none of them. */
export function acceptedEncoding(
  asked: Headers,
  offered: readonly Encoding[] = encodings,
): Encoding | undefined {
  const taken = acceptedEncodings(asked.get('accept-encoding'))
  return offered.find((one) => taken.has(one))
}

/** A text as gzip. */
export async function gzipped(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(zipped).arrayBuffer())
}
