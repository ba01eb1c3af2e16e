/**
 * The document over HTTP: cacheable for minutes, with an ETag, readable from any page, which viewers
 * require.
 */
import { LRUCache } from 'lru-cache'
import { acceptedEncoding, gzipped } from '#service/http/response/encodings.ts'
import type { RequestHeaders, RequestUrl } from '#service/http/request/request.ts'
import { bytesResponse, emptyResponse } from '#service/http/response/response.ts'
import type { BodyBytes, HttpResponse } from '#service/http/response/response.ts'
import type { JsonSchema } from './json-schema.ts'

/** The document's bytes and their ETag. */
type SerializedDocument = {
  readonly bytes: BodyBytes
  readonly zipped: Promise<BodyBytes>
  readonly etag: string
}

/** Maximum number of cached documents: callers choose the `Host` header. */
const mostKept = 16

/**
 * Responds with the document for the requested address: 304 if the client has it, as gzip if the client accepts
 * that. It is serialised once for each address.
 */
export function openApiAnswers(
  write: (url: RequestUrl) => JsonSchema,
): (url: RequestUrl, headers: RequestHeaders) => Promise<HttpResponse> {
  const documents = new LRUCache<string, Promise<SerializedDocument>>({ max: mostKept })
  return async (url, headers) => {
    const document = documents.get(url.origin) ?? serialize(write(url))
    documents.set(url.origin, document)
    return responseOf(await document, headers)
  }
}

async function serialize(document: JsonSchema): Promise<SerializedDocument> {
  const bytes = new TextEncoder().encode(JSON.stringify(document))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  // Weak: gzip has other bytes of the same document.
  return { bytes, zipped: gzipped(bytes), etag: `W/"${btoa(String.fromCharCode(...digest.slice(0, 12)))}"` }
}

async function responseOf(
  { bytes, zipped, etag }: SerializedDocument,
  request: RequestHeaders,
): Promise<HttpResponse> {
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=300',
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  if (request.get('if-none-match')?.includes(etag)) return emptyResponse(304, headers)
  const encoding = acceptedEncoding(request, ['gzip'])
  const typed = { ...headers, 'Content-Type': 'application/json' }
  return encoding
    ? bytesResponse(await zipped, { ...typed, 'Content-Encoding': encoding })
    : bytesResponse(bytes, typed)
}
