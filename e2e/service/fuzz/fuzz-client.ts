/** Sends requests unchanged: by Node's client over keep-alive connections, or as raw text. */
import { Agent, request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { FuzzRequest } from './requests.ts'

export type FuzzResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Time limit of a response. A request without a response by then counts as hanging. */
const timeoutMs = 15_000

/** Creates an HTTP client that reuses up to 32 connections. */
export function createFuzzClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  return {
    /** Rejects if the connection ends without a response, or on timeout. */
    send: ({ method, target, headers, body }: FuzzRequest) =>
      new Promise<FuzzResponse>((resolve, reject) => {
        const outgoing = httpRequest(
          { agent, host: '127.0.0.1', port, method, path: target, headers, timeout: timeoutMs },
          (incoming) => {
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('error', reject)
            incoming.on('end', () =>
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text: incoming.headers['content-encoding'] ? '' : Buffer.concat(chunks).toString('utf8'),
              }),
            )
          },
        )
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${timeoutMs} ms`)))
        outgoing.on('error', reject)
        // The connection is not used after an upgrade: feed.service.ts tests the feed.
        outgoing.on('upgrade', (incoming, socket) => {
          socket.destroy()
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: '' })
        })
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/**
 * Sends bytes over a new connection and half-closes it. Returns the output until the server closes the connection. The
 * output may be empty; rejects if the server does not close the connection.
 */
export async function sendText(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => {
      socket.destroy()
      reject(new Error(`the server left the connection open after ${JSON.stringify(text.slice(0, 200))}`))
    })
    socket.on('close', () => resolve())
  })
  socket.end(text, 'latin1')
  await closed
  return received
}
