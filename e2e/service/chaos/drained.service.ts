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
import { lookUp, openFeed, openSession, tone } from '../kit/calls.ts'
import { demand, startLoad } from '../kit/load.ts'
import { startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

let site: ServiceSite
const ends: (() => void)[] = []
beforeEach(async () => {
  site = await startServiceSite('embedded')
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await site?.close()
})

/** Opens a connection that sends this text and reads nothing. */
async function openDeaf(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Starts a request with an incomplete body; `finish` sends the rest. */
function halfSent(port: number, path: string, body: string) {
  const asking = httpRequest({
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
  const answered = once(asking, 'response').then(([answer]) => {
    const { statusCode, headers } = answer as IncomingMessage
    ;(answer as IncomingMessage).resume()
    return { status: statusCode, connection: headers.connection }
  })
  asking.write(body.slice(0, 10))
  return { answered, finish: () => asking.end(body.slice(10)) }
}

test('finishes all requests, and is not delayed by open connections', async () => {
  const [node] = site.nodes()
  const { url, port } = node!
  const session = await openSession(url, site.credentials)
  const host = `Host: 127.0.0.1:${port}`
  const feed = openFeed(url, session, ['AAPL'])
  await feed.hears('quotes')
  // Silent; never reads its response; was refused an upgrade and stays; has a response and stays.
  await openDeaf(port, '')
  await openDeaf(port, `GET /openapi.json HTTP/1.1\r\n${host}\r\n\r\n`.repeat(100))
  await openDeaf(
    port,
    `GET /feed HTTP/1.1\r\n${host}\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n`,
  )
  await openDeaf(port, `GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`)
  const late = halfSent(port, '/Token', JSON.stringify({ apiKey: site.credentials.apiKey, userId: 'late' }))

  const readiness = new Set<number>()
  const load = startLoad(16, async (turn) => {
    if (turn % 4 === 0) readiness.add((await fetch(`${url}/readyz`)).status)
    else if (turn % 4 === 1) await openSession(url, site.credentials, { userId: `user-${turn}` })
    else await demand(200, lookUp(url, tone, session))
  })
  await load.answered(200)
  const begun = performance.now()
  node!.signal('SIGTERM')
  await expect.poll(() => readiness, { interval: 10 }).toContain(503)
  // Like a load balancer after the notice: it sends no new requests. A connection that arrives in the instant
  // in which the process stops listening is reset by the kernel, which is why /readyz fails half a second
  // before.
  const { failures } = await load.stop()
  late.finish()
  expect(await late.answered).toEqual({ status: 200, connection: 'close' })
  expect(await feed.end).toBe(1001)
  expect(await node!.ended, node!.errors()).toBe(0)
  expect(performance.now() - begun, 'milliseconds').toBeLessThan(5000)

  expect(failures).toEqual([])
})
