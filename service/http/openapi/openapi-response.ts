/**
 * HTTP responses with the OpenAPI document: cacheable for five minutes, with an ETag, and readable
 * from any origin, because viewers of the document need that.
 */
import { acceptedEncoding, gzipped } from '#service/http/response/encodings.ts'
import type { RequestHeaders, RequestUrl } from '#service/http/request/request.ts'
import { bytesResponse, emptyResponse } from '#service/http/response/response.ts'
import type { BodyBytes, HttpResponse } from '#service/http/response/response.ts'
import type { JsonSchema } from './json-schema.ts'

/** Bytes of the document and their ETag. */
type SerializedDocument = {
  readonly bytes: BodyBytes
  readonly gzipBytes: Promise<BodyBytes>
  readonly etag: string
}

/**
 * Returns a function that responds with the document, or with 304 if the client has it. Serializes the
 * document once per protocol: it does not depend on the host of a request, which callers can invent.
 */
export function createOpenApiResponder(
  createDocument: (protocol: string) => JsonSchema,
): (url: Pick<RequestUrl, 'protocol'>, headers: RequestHeaders) => Promise<HttpResponse> {
  const documents = new Map<string, Promise<SerializedDocument>>()
  return async ({ protocol }, headers) => {
    const document = documents.get(protocol) ?? serialize(createDocument(protocol))
    documents.set(protocol, document)
    return responseOf(await document, headers)
  }
}

async function serialize(document: JsonSchema): Promise<SerializedDocument> {
  const bytes = new TextEncoder().encode(JSON.stringify(document))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  // A weak ETag, because the gzip response has other bytes.
  return {
    bytes,
    gzipBytes: gzipped(bytes),
    etag: `W/"${btoa(String.fromCharCode(...digest.slice(0, 12)))}"`,
  }
}

async function responseOf(
  { bytes, gzipBytes, etag }: SerializedDocument,
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
  const headersWithType = { ...headers, 'Content-Type': 'application/json' }
  return encoding
    ? bytesResponse(await gzipBytes, { ...headersWithType, 'Content-Encoding': encoding })
    : bytesResponse(bytes, headersWithType)
}
