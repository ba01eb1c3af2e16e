/** Request bodies from Node's streams. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, Http2ServerRequest } from 'node:http2'
import { Problem } from '#contract/api/problem.ts'
import { throwIncompleteBody, bodyTooLarge } from '#service/http/request/read-request.ts'

/**
 * Reads a body, at most `limit` bytes of it.
 *
 * @throws Problem `body-too-large`; `malformed-body` if the client disconnects before the end
 */
export async function readNodeBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // If the loop ends early, the connection is still needed for the response.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw bodyTooLarge(limit)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Problem ? error : throwIncompleteBody()
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/** Maximum time and size of the rest of an unread body before its connection is closed. */
const discardMs = 500
const discardBytes = 1024 * 1024

/**
 * Reads the rest of a body that no route has read to its end, after the response is sent. Otherwise the next
 * request on the connection would wait for it. A client that keeps sending is disconnected.
 */
export function discardUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.readableEnded || incoming.destroyed) return
    const request = incoming as unknown
    if (request instanceof Http2ServerRequest) {
      request.stream.close(constants.NGHTTP2_NO_ERROR)
      return
    }
    let size = 0
    const close = () => incoming.socket.destroySoon()
    const timer = setTimeout(close, discardMs).unref()
    incoming
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > discardBytes) close()
      })
      .once('close', () => clearTimeout(timer))
      .once('end', () => clearTimeout(timer))
      .on('error', () => {})
      .resume()
  })
}
