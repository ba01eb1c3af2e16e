/** Compression of answers, by web-standard means. Only data goes through here, never an answer that holds a secret. */

/** The content codings a client takes (RFC 9110, 12.5.3), `q=0` left out. */
export function acceptedEncodings(header: string | null): ReadonlySet<string> {
  return new Set(
    (header ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  )
}

/** A text as gzip. */
export async function gzipped(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}
