/** The response type of the service, which every transport writes, and its constructors. */

/** Names and values, alternating. */
export type HeaderList = readonly string[]

/** Bytes of a body. */
export type BodyBytes = Uint8Array<ArrayBuffer>

export type HttpResponse = {
  readonly status: number
  /** Cached responses may share the list, and caches use its identity as key. */
  readonly headers: HeaderList
  /** Not sent in response to HEAD. */
  readonly body: BodyBytes | null
  /** Headers of this response only, if `headers` is shared; the request handler appends them. */
  readonly ownHeaders?: HeaderList
}

type HeaderRecord = Readonly<Record<string, string>>

const encoder = new TextEncoder()

export function headerList(headers: HeaderRecord): HeaderList {
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name]!)
  return list
}

/** `headers` include the `Content-Type`. */
export function bytesResponse(body: BodyBytes, headers: HeaderRecord, status = 200): HttpResponse {
  return { status, headers: headerList({ ...headers, 'Content-Length': String(body.byteLength) }), body }
}

/** `headers` include the `Content-Type`. */
export const textResponse = (text: string, headers: HeaderRecord, status = 200): HttpResponse =>
  bytesResponse(encoder.encode(text), headers, status)

export const jsonResponse = (body: object, headers: HeaderRecord = {}, status = 200): HttpResponse =>
  textResponse(JSON.stringify(body), { 'Content-Type': 'application/json', ...headers }, status)

export const htmlResponse = (html: string, headers: HeaderRecord): HttpResponse =>
  textResponse(html, { 'Content-Type': 'text/html; charset=utf-8', ...headers })

/** RFC 9110, 8.6: 204 and 304 have no `Content-Length`. */
export const emptyResponse = (status: number, headers: HeaderRecord): HttpResponse => ({
  status,
  headers: headerList(status === 204 || status === 304 ? headers : { ...headers, 'Content-Length': '0' }),
  body: null,
})

/** Returns the response with additional headers. */
export const withHeaders = (response: HttpResponse, headers: HeaderList): HttpResponse =>
  headers.length === 0 ? response : { ...response, headers: [...response.headers, ...headers] }
