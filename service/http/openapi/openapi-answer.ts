/** The document on the wire: kept for minutes, named by what is in it, readable from any page, as tools that show it need. */
import { acceptedEncoding, gzipped } from '#service/http/response/encodings.ts'
import { boundedMap } from '#service/markets/bounded-map.ts'
import type { JsonSchema } from './json-schema.ts'

/** The document's bytes, and the name they are known by. */
type Written = {
  readonly text: string
  readonly zipped: Promise<Uint8Array<ArrayBuffer>>
  readonly etag: string
}

/** How many addresses' documents are kept: whoever asks chooses the host that he names. */
const mostKept = 16

/**
 * Answers with the document as it is read at an address: 304 where the client has it, as gzip where the client reads that.
 * It is written once for an address.
 */
export function openApiAnswers(
  write: (asked: URL) => JsonSchema,
): (asked: URL, headers: Headers) => Promise<Response> {
  const kept = boundedMap<string, Promise<Written>>(mostKept)
  return async (asked, headers) => {
    const written = kept.get(asked.origin) ?? writtenOut(write(asked))
    kept.set(asked.origin, written)
    return answerWith(await written, headers)
  }
}

async function writtenOut(document: JsonSchema): Promise<Written> {
  const text = JSON.stringify(document)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  // Weak: as gzip it is the same document in other bytes.
  return { text, zipped: gzipped(text), etag: `W/"${btoa(String.fromCharCode(...digest.slice(0, 12)))}"` }
}

async function answerWith({ text, zipped, etag }: Written, asked: Headers): Promise<Response> {
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=300',
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  if (asked.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const encoding = acceptedEncoding(asked, ['gzip'])
  return new Response(encoding ? await zipped : text, {
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  })
}
