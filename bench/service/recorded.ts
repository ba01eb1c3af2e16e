/** Records responses of the service, which the bare server sends. */
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RecordedResponse = {
  /** Request target, a space, and the `Accept-Encoding` header. */
  readonly key: string
  readonly status: number
  /** Header names and values alternately, without the headers that Node adds. */
  readonly headerList: readonly string[]
  /** Base64. */
  readonly body: string
}

/** Headers that Node adds per connection or per second. */
const headersAddedByNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Sends a GET request and records the response. */
export async function recordResponse(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RecordedResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port, host: '127.0.0.1', path, headers }, resolve).once('error', reject).end(),
  )
  const body = await buffer(response)
  const headerList: string[] = []
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const name = response.rawHeaders[index]!
    if (!headersAddedByNode.has(name.toLowerCase())) headerList.push(name, response.rawHeaders[index + 1]!)
  }
  if (!response.headers['content-length']) headerList.push('Content-Length', String(body.byteLength))
  return {
    key: `${path} ${headers['Accept-Encoding'] ?? ''}`,
    status: response.statusCode!,
    headerList,
    body: body.toString('base64'),
  }
}
