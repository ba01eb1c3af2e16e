/** Sends requests unchanged: by Node's client over keep-alive connections, or as raw text. */
import { Agent, request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { FuzzRequest } from './requests.ts'

export type FuzzAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Timeout, longer than any response may take: later ones count as hanging. */
const timeoutMs = 15_000

export function createWire(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  return {
    /** Rejects if the connection ends without a response, or on timeout. */
    send: ({ method, target, headers, body }: FuzzRequest) =>
      new Promise<FuzzAnswer>((resolve, reject) => {
        const asking = httpRequest(
          { agent, host: '127.0.0.1', port, method, path: target, headers, timeout: timeoutMs },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('error', reject)
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text: answer.headers['content-encoding'] ? '' : Buffer.concat(chunks).toString('utf8'),
              }),
            )
          },
        )
        asking.on('timeout', () => asking.destroy(new Error('no answer in time')))
        asking.on('error', reject)
        // No request here gets a valid upgrade: the feed has separate tests.
        asking.on('upgrade', (answer, socket) => {
          socket.destroy()
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: '' })
        })
        asking.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/**
 * Sends bytes over a new connection and half-closes it. Returns the output until the server closed: an empty
 * response to nonsense is acceptable, a connection left open is not.
 */
export async function sendText(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let got = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (got += chunk))
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => {
      socket.destroy()
      reject(new Error(`left open after ${JSON.stringify(text.slice(0, 200))}`))
    })
    socket.on('close', () => resolve())
  })
  socket.end(text, 'latin1')
  await closed
  return got
}
