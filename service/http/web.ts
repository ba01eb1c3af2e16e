/**
 * Adapter for web-standard `Request` and `Response`, for mocks and tests. Only this module of the
 * service uses these two types.
 */
import { throwIncompleteBody, bodyTooLarge } from './request/read-request.ts'
import { HttpRequest } from './request/request.ts'
import type { ReadBody, RequestInput } from './request/request.ts'
import type { HttpResponse } from './response/response.ts'
import type { RequestHandler } from './request-handler.ts'

/** Connection data that a `Request` does not have. */
export type ConnectionInfo = Partial<Pick<RequestInput, 'address' | 'certificate' | 'processState'>>

export type WebFetch = (request: Request, connection?: ConnectionInfo) => Promise<Response>

export const webFetch =
  (respond: RequestHandler['respond']): WebFetch =>
  async (request, connection) => {
    const response = await respond(webRequest(request, connection))
    return webResponse(response, request.method === 'HEAD')
  }

export const webRequest = (
  request: Request,
  { address, certificate, processState }: ConnectionInfo = {},
): HttpRequest => {
  const { method, headers } = request
  const url = new URL(request.url)
  return new HttpRequest({ method, headers, url, address, certificate, processState, body: bodyOf(request) })
}

const bodyOf =
  ({ body }: Request): ReadBody =>
  async (limit) => {
    if (!body) return new Uint8Array()
    const reader = body.getReader()
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const { done, value } = await reader.read().catch(throwIncompleteBody)
      if (done) return concatenate(chunks, size)
      size += value.byteLength
      if (size > limit) {
        await reader.cancel()
        throw bodyTooLarge(limit)
      }
      chunks.push(value)
    }
  }

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

export function webResponse({ status, headers, body }: HttpResponse, isHead = false): Response {
  const fields = new Headers()
  for (let index = 0; index < headers.length; index += 2) fields.append(headers[index]!, headers[index + 1]!)
  return new Response(isHead ? null : body, { status, headers: fields })
}
