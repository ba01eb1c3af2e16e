/** Answers of the service as they came over the wire, for the bare server to write again. */
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Recorded = {
  /** Target, a blank, and the accepted encodings. */
  readonly key: string
  readonly status: number
  /** Names and values alternating, without those that Node adds. */
  readonly fields: readonly string[]
  /** Base64. */
  readonly body: string
}

/** Written by Node for each connection and each second. */
const nodes = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export async function record(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Recorded> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port, host: '127.0.0.1', path, headers }, resolve).once('error', reject).end(),
  )
  const body = await buffer(response)
  const fields: string[] = []
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const name = response.rawHeaders[at]!
    if (!nodes.has(name.toLowerCase())) fields.push(name, response.rawHeaders[at + 1]!)
  }
  if (!response.headers['content-length']) fields.push('Content-Length', String(body.byteLength))
  return {
    key: `${path} ${headers['Accept-Encoding'] ?? ''}`,
    status: response.statusCode!,
    fields,
    body: body.toString('base64'),
  }
}
