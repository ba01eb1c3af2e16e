/** The document on the wire: kept for minutes, named by what is in it, readable from any page, as tools that show it need. */
import { acceptedEncoding, gzipped } from '#service/http/encodings.ts'
import type { JsonSchema } from './json-schema.ts'

/** Answers with the document: 304 where the client has it, as gzip where the client reads that. */
export async function openApiAnswer(document: JsonSchema, asked: Headers): Promise<Response> {
  const text = JSON.stringify(document)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  // Weak: as gzip it is the same document in other bytes.
  const etag = `W/"${btoa(String.fromCharCode(...digest.slice(0, 12)))}"`
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=300',
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  if (asked.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const encoding = acceptedEncoding(asked, ['gzip'])
  return new Response(encoding ? await gzipped(text) : text, {
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  })
}
