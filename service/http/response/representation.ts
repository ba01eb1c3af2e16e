/**
 * Representations of resources: responses with an `ETag`, and the 304 responses to clients that
 * have them.
 */
import type { RequestHeaders } from '#service/http/request/request.ts'
import type { Encoding } from './encodings.ts'
import type { BodyBytes, HeaderList, HttpResponse } from './response.ts'

/**
 * One representation of a resource: its response, and the 304 response for clients that have it
 * (RFC 9110, 13.1.2).
 */
export type Representation = {
  readonly etag: string
  readonly full: HttpResponse
  readonly unchanged: HttpResponse
}

export type RepresentationParts = {
  readonly body: BodyBytes
  readonly type: string
  /** ETag of the uncompressed bytes, with quotes. */
  readonly etag: string
  readonly encoding: Encoding | undefined
  /** Further headers, such as `Cache-Control`. */
  readonly headers: HeaderList
}

export function representation({
  body,
  type,
  etag: identityEtag,
  encoding,
  headers,
}: RepresentationParts): Representation {
  // Each encoding is a representation with its own ETag (RFC 9110, 8.8.3).
  const etag = encoding ? `${identityEtag.slice(0, -1)}-${encoding}"` : identityEtag
  const common = [...headers, 'ETag', etag]
  const fullHeaders = [...common, 'Content-Type', type, 'Content-Length', String(body.byteLength)]
  return {
    etag,
    full: {
      status: 200,
      headers: encoding ? [...fullHeaders, 'Content-Encoding', encoding] : fullHeaders,
      body,
    },
    unchanged: { status: 304, headers: common, body: null },
  }
}

/**
 * Returns the full response, or the 304 response if the client has these bytes (`If-None-Match`).
 */
export function unlessNotModified(
  { etag, full, unchanged }: Representation,
  requestHeaders: RequestHeaders,
): HttpResponse {
  const ifNoneMatch = requestHeaders.get('if-none-match')
  if (ifNoneMatch === null) return full
  const hasMatch = ifNoneMatch.split(',').some((tag) => {
    const opaqueTag = tag.trim().replace(/^W\//, '')
    return opaqueTag === etag || opaqueTag === '*'
  })
  return hasMatch ? unchanged : full
}
