/**
 * SIGTERM under load: requests in progress are answered, other connections are closed, and the process exits
 * with 0 within 5 s.
 */
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookUp, openFeed, openSession, tonePath } from '../kit/calls.ts'
import { expectStatus, startLoad } from '../kit/load.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

let site: ServiceSite
const cleanups: (() => void)[] = []
beforeEach(async () => {
  site = await startServiceSite('embedded')
})
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) cleanUp()
  await site?.close()
})

/** Opens a connection that sends a text and never reads. */
async function openUnread(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  cleanups.push(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Starts a request with an incomplete body; `finish` sends the rest of it. */
function startRequest(port: number, path: string, body: string) {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Origin: `http://127.0.0.1:${port}`,
    },
  })
  const response = once(request, 'response').then(([incoming]) => {
    const { statusCode, headers } = incoming as IncomingMessage
    ;(incoming as IncomingMessage).resume()
    return { status: statusCode, connection: headers.connection }
  })
  request.write(body.slice(0, 10))
  return { response, finish: () => request.end(body.slice(10)) }
}

test('finishes all requests, and is not delayed by open connections', async () => {
  const [node] = site.nodes()
  const { url, port } = node!
  const session = await openSession(url, site.credentials)
  const host = `Host: 127.0.0.1:${port}`
  const feed = openFeed(url, session, ['AAPL'])
  await feed.waitForFrame('quotes')
  // Four connections that stay open: one sends nothing, one never reads its responses, the upgrade of one is refused,
  // and one has received its response.
  await openUnread(port, '')
  await openUnread(port, `GET /openapi.json HTTP/1.1\r\n${host}\r\n\r\n`.repeat(100))
  await openUnread(
    port,
    `GET /feed HTTP/1.1\r\n${host}\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n`,
  )
  await openUnread(port, `GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`)
  const unfinished = startRequest(
    port,
    '/Token',
    JSON.stringify({ apiKey: site.credentials.apiKey, userId: 'late' }),
  )

  const readiness = new Set<number>()
  const load = startLoad(16, async (callIndex) => {
    if (callIndex % 4 === 0) readiness.add((await fetch(`${url}/readyz`)).status)
    else if (callIndex % 4 === 1) await openSession(url, site.credentials, { userId: `user-${callIndex}` })
    else await expectStatus(200, lookUp(url, tonePath, session))
  })
  await load.waitForSuccesses(200)
  const signalledAt = performance.now()
  node!.signal('SIGTERM')
  await expect.poll(() => readiness, { interval: 10 }).toContain(503)
  // Sends no new requests after /readyz has failed, like a load balancer. The kernel resets connections that arrive at
  // the moment at which the process stops listening: that is why /readyz fails half a second earlier.
  const { failures } = await load.stop()
  unfinished.finish()
  expect(await unfinished.response).toEqual({ status: 200, connection: 'close' })
  expect(await feed.closeCode).toBe(1001)
  expect(await node!.ended, node!.errors()).toBe(0)
  expect(performance.now() - signalledAt, 'milliseconds').toBeLessThan(5000)

  expect(failures).toEqual([])
})
